// with github.com/mark3labs/mcp-go@v1.2.1

// A shell inside a struct behind an interface, held by a captured variable.
package main

import (
	"context"
	"io"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type terminal interface{ run(line string) error }

type shell struct {
	cmd *exec.Cmd
	in  io.WriteCloser
}

func (s *shell) run(line string) error {
	_, err := io.WriteString(s.in, line+"\n")
	return err
}

func start() (terminal, error) {
	cmd := exec.Command("sh")
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	return &shell{cmd: cmd, in: in}, cmd.Start()
}

func main() {
	var term terminal // want "^high sure main.main.term: a live resource stays open here"
	s := server.NewMCPServer("shell", "1.0.0")
	s.AddTool(mcp.NewTool("start"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		t, err := start()
		if err != nil {
			return nil, err
		}
		term = t
		return mcp.NewToolResultText("started"), nil
	})
	s.AddTool(mcp.NewTool("run"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if term == nil {
			return mcp.NewToolResultError("start it first"), nil
		}
		if err := term.run(req.GetString("line", "")); err != nil {
			return nil, err
		}
		return mcp.NewToolResultText("ok"), nil
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
