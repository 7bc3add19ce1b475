// Package mcp declares what tests use of trpc-mcp-go.
package mcp

import "context"

type (
	Server                     struct{}
	StdioProxy                 struct{}
	StreamableStdioProxyConfig struct{ ServerName string }
)

func NewStreamableServerWithStdio(ctx context.Context, c StreamableStdioProxyConfig) (*Server, *StdioProxy, error) {
	return nil, nil, nil
}

func (s *Server) Start() error { return nil }
