// with github.com/mark3labs/mcp-go@v1.2.1

// What one call opens it also closes.
package main

import (
	"context"
	"os/exec"

	"github.com/go-rod/rod"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type job struct {
	cmd  *exec.Cmd
	page *rod.Page
}

func (j *job) run() ([]byte, error) { return j.cmd.Output() }

func main() {
	s := server.NewMCPServer("run", "1.0.0")
	s.AddTool(mcp.NewTool("run"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		j := &job{cmd: exec.CommandContext(ctx, req.GetString("name", ""))}
		out, err := j.run()
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(string(out)), nil
	})
	s.AddTool(mcp.NewTool("render"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		b := rod.New()
		if err := b.Connect(); err != nil {
			return nil, err
		}
		j := &job{page: b.MustPage(req.GetString("url", ""))}
		defer j.page.Close()
		h, err := j.page.HTML()
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(h), nil
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
