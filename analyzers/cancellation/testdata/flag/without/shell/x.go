// Package shell runs commands.
package shell

import (
	"context"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Register adds the tool.
func Register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("run_command"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		out, err := exec.Command("sh", "-c", req.GetString("command", "")).CombinedOutput() // want "^medium sure shell: writes without the context of the request: .* exec.Command takes no context"
		return mcp.NewToolResultText(string(out)), err
	})
}
