// with github.com/mark3labs/mcp-go@v1.2.1

// A check writes what it was given to a directory of its own, which nobody else
// meets and which goes with the call.
package main

import (
	"context"
	"os"
	"path/filepath"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func check(dir string) string {
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) == 0 {
		return "nothing to check"
	}
	return "fine"
}

func main() {
	s := server.NewMCPServer("check", "1.0.0")
	s.AddTool(mcp.NewTool("check_rules", mcp.WithReadOnlyHintAnnotation(true)), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		dir, err := os.MkdirTemp("", "rules")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		path := filepath.Join(dir, filepath.Base(req.GetString("name", "rules.yml")))
		if err := os.WriteFile(path, []byte(req.GetString("rules", "")), 0o600); err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(check(dir)), nil
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
