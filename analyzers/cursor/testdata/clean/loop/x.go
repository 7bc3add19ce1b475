// with github.com/mark3labs/mcp-go@v1.2.1

// Positions that live for one call: a loop over pages, a scanner made anew.
package main

import (
	"context"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type scanner struct {
	text     string
	position int
}

func (s *scanner) next() (byte, bool) {
	if s.position >= len(s.text) {
		return 0, false
	}
	s.position++
	return s.text[s.position-1], true
}

func all(fetch func(page int) []string) []string {
	var out []string
	for page := 1; ; page++ {
		rows := fetch(page)
		if len(rows) == 0 {
			return out
		}
		out = append(out, rows...)
	}
}

func main() {
	s := server.NewMCPServer("text", "1.0.0")
	s.AddTool(mcp.NewTool("scan"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		sc := &scanner{text: req.GetString("text", "")}
		n := 0
		for _, ok := sc.next(); ok; _, ok = sc.next() {
			n++
		}
		rows := all(func(page int) []string { return nil })
		return mcp.NewToolResultText(strings.Join(rows, ",") + sc.text[:n]), nil
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
