// with github.com/mark3labs/mcp-go@v1.2.1

// A decision about rights, made by whatever the call brings along, under a key
// that does not say for whom.
package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type decision struct {
	Hidden  bool
	CanRead bool
}

var decisions sync.Map // want "^high likely main.decisions: a decision about rights \\(decision.CanRead\\) is cached under a key without the caller"

func decide(folder string, ask func(string) (int, error)) (decision, error) {
	if v, ok := decisions.Load(folder); ok {
		return v.(decision), nil
	}
	code, err := ask(folder)
	d := decision{CanRead: code == http.StatusOK}
	if err == nil {
		decisions.Store(folder, d)
	}
	return d, err
}

func read(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	d, err := decide(req.GetString("folder", ""), func(f string) (int, error) {
		r, err := http.NewRequestWithContext(ctx, http.MethodHead, "https://files.example.com/"+f, nil)
		if err != nil {
			return 0, err
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			return 0, err
		}
		return resp.StatusCode, resp.Body.Close()
	})
	if err != nil || !d.CanRead {
		return mcp.NewToolResultError("not for you"), nil
	}
	return mcp.NewToolResultText("text"), nil
}

func main() {
	s := server.NewMCPServer("files", "1.0.0")
	s.AddTool(mcp.NewTool("read_file"), read)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
