// with github.com/mark3labs/mcp-go@v1.2.1

// Tools are registered through an interface of the program's own, which the
// SDK's server satisfies. One measures a page with outside code and keeps the
// result under an id in text form; another looks it up.
package main

import (
	"context"
	"os"
	"os/exec"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type registrar interface {
	AddTool(tool mcp.Tool, handler server.ToolHandlerFunc)
}

// chosen registers some tools only.
type chosen struct {
	to   *server.MCPServer
	want map[string]bool
}

func (c chosen) AddTool(tool mcp.Tool, handler server.ToolHandlerFunc) {
	if c.want[tool.Name] {
		c.to.AddTool(tool, handler)
	}
}

type report struct{ lines []byte }

type bench struct {
	reports *lru.Cache[string, *report] // want "^high sure main.bench.reports: what one call stores here"
}

func (b *bench) register(r registrar) {
	r.AddTool(mcp.NewTool("measure"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		out, err := exec.CommandContext(ctx, "lighthouse", req.GetString("page", "")).Output()
		if err != nil {
			return mcp.NewToolResultError("the page could not be measured"), nil
		}
		id := uuid.New().String()
		b.reports.Add(id, &report{out})
		return mcp.NewToolResultText(id), nil
	})
	r.AddTool(mcp.NewTool("read_report"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		rep, ok := b.reports.Get(req.GetString("id", ""))
		if !ok {
			return mcp.NewToolResultError("no such report, measure the page first"), nil
		}
		return mcp.NewToolResultText(string(rep.lines)), nil
	})
}

func main() {
	s := server.NewMCPServer("pages", "1.0.0")
	reports, _ := lru.New[string, *report](16)
	b := &bench{reports: reports}
	var r registrar = s
	if len(os.Args) > 1 {
		r = chosen{to: s, want: map[string]bool{"measure": true}}
	}
	b.register(r)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
