// Package server declares what the tests use of the framework's package.
package server

import "github.com/ThinkInAIXYZ/go-mcp/transport"

type Server struct{}

func NewServer(t transport.ServerTransport) (*Server, error)
func (s *Server) Run() error
