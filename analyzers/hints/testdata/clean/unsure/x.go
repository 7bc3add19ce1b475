// What is only likely to be a write contradicts nothing: a POST to a path that
// says nothing, a program, a file of the server's own, memory.
package main

import (
	"context"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ Text string }

func ask(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	res, err := http.Post("https://model.example/v1/answer", "text/plain", strings.NewReader(a.Text))
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, res.Body.Close()
}

func lint(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, exec.CommandContext(ctx, "linter", a.Text).Run()
}

func page(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, os.WriteFile(filepath.Join(dir, "last-page"), []byte(a.Text), 0o600)
}

var calls atomic.Int64

func count(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, calls.Add(1), nil
}

func main() {
	reads := &mcp.ToolAnnotations{ReadOnlyHint: true}
	s := mcp.NewServer(&mcp.Implementation{Name: "unsure"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "ask", Annotations: reads}, ask)
	mcp.AddTool(s, &mcp.Tool{Name: "lint", Annotations: reads}, lint)
	mcp.AddTool(s, &mcp.Tool{Name: "page", Annotations: reads}, page)
	mcp.AddTool(s, &mcp.Tool{Name: "count", Annotations: reads}, count)
	s.Run(context.Background(), &mcp.StdioTransport{})
}
