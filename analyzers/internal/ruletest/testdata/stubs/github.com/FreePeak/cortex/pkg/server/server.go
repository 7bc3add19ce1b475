// Package server declares what the tests use of the framework's package.
package server

import (
	"context"
	"log"

	"github.com/FreePeak/cortex/pkg/types"
)

type ToolHandler func(ctx context.Context, request ToolCallRequest) (any, error)

type ToolCallRequest struct {
	Name       string
	Parameters map[string]any
	Session    *types.ClientSession
}

type MCPServer struct{}

func NewMCPServer(name, version string, logger *log.Logger) *MCPServer

func (s *MCPServer) AddTool(ctx context.Context, tool *types.Tool, handler ToolHandler) error
func (s *MCPServer) SetAddress(addr string)
func (s *MCPServer) ServeHTTP() error
func (s *MCPServer) ServeStdio() error
