// Package kit is a dependency that wraps the SDK.
package kit

import "github.com/modelcontextprotocol/go-sdk/mcp"

func Register(s *mcp.Server, name string, h mcp.ToolHandler) {
	s.AddTool(&mcp.Tool{Name: name}, h)
}
