// with github.com/mark3labs/mcp-go@v1.2.1

// Compiled patterns and schemas: the same whoever asks.
package main

import (
	"context"
	"regexp"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var patterns sync.Map

func compile(p string) (*regexp.Regexp, error) {
	if v, ok := patterns.Load(p); ok {
		return v.(*regexp.Regexp), nil
	}
	re, err := regexp.Compile(p)
	if err != nil {
		return nil, err
	}
	v, _ := patterns.LoadOrStore(p, re)
	return v.(*regexp.Regexp), nil
}

func main() {
	s := server.NewMCPServer("grep", "1.0.0")
	s.AddTool(mcp.NewTool("match"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		re, err := compile(req.GetString("pattern", ""))
		if err != nil {
			return mcp.NewToolResultErrorFromErr("pattern", err), nil
		}
		return mcp.NewToolResultText(re.FindString(req.GetString("text", ""))), nil
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
