// with github.com/mark3labs/mcp-go@v1.2.1

// Records in a sync.Map, updated step by step through an interface.
package main

import (
	"context"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type progress interface{ step(n int64) }

type export struct{ rows atomic.Int64 }

func (e *export) step(n int64) { e.rows.Add(n) }

var exports sync.Map // want "^high sure main.exports: work goes on after the answer"

func work(p progress) {
	for i := range 100 {
		p.step(int64(i))
	}
}

func start(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	e := &export{}
	exports.Store(req.GetString("name", ""), e)
	go work(e)
	return mcp.NewToolResultText("exporting"), nil
}

func status(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	v, ok := exports.Load(req.GetString("name", ""))
	if !ok {
		return mcp.NewToolResultError("no such export"), nil
	}
	return mcp.NewToolResultText(strconv.FormatInt(v.(*export).rows.Load(), 10)), nil
}

func main() {
	s := server.NewMCPServer("export", "1.0.0")
	s.AddTool(mcp.NewTool("start"), start)
	s.AddTool(mcp.NewTool("status"), status)
	server.NewStreamableHTTPServer(s).Start(":8080")
}
