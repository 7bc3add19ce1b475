// Outside functions behind variables that tests replace.
package main

import (
	"context"
	"os"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var (
	readFile  = os.ReadFile
	writeFile = os.WriteFile
)

func firstLine(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	path := req.GetString("path", "")
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(string(data), "\n")
	lines = append([]string{req.GetString("line", "")}, lines[1:]...)
	if err := writeFile(path, []byte(strings.Join(lines, "\n")), 0o600); err != nil { // want "tool first_line: .*it rewrites what it read from the file twice"
		return nil, err
	}
	return mcp.NewToolResultText("written"), nil
}

func main() {
	s := server.NewMCPServer("notes", "1")
	s.AddTool(mcp.NewTool("first_line"), firstLine)
	server.ServeStdio(s)
}
