// Package mcp declares what the tests use of the framework.
package mcp

import "context"

type (
	Server       struct{}
	ServerOption func(*Server)
	Tool         struct{}
	ToolOption   func(*Tool)

	CallToolRequest struct{ Params CallToolParams }
	CallToolParams  struct {
		Name      string
		Arguments map[string]any
	}
	CallToolResult struct{}

	ToolHandler func(ctx context.Context, req *CallToolRequest) (*CallToolResult, error)

	NotificationSender interface {
		SendNotification(method string) error
	}

	Session interface {
		GetID() string
		GetData(key string) (any, bool)
		SetData(key string, value any)
	}
)

func NewServer(name, version string, options ...ServerOption) *Server      { return nil }
func WithStatelessMode(enabled bool) ServerOption                          { return nil }
func NewTool(name string, opts ...ToolOption) *Tool                        { return nil }
func NewTextResult(text string) *CallToolResult                            { return nil }
func GetSessionFromContext(ctx context.Context) (Session, bool)            { return nil, false }
func (s *Server) RegisterTool(tool *Tool, handler ToolHandler)             {}
func GetServerFromContext(ctx context.Context) any                         { return nil }
func GetNotificationSender(ctx context.Context) (NotificationSender, bool) { return nil, false }
func (s *Server) Start() error                                             { return nil }
