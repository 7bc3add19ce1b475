// Two maps of a package, named after how they are kept: their entries stay apart. The tools hand their arguments on as a whole.
package main

import (
	"context"
	"net/http"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type box struct{ Books []string }

var (
	boxes = map[string]*box{}
	data  = map[string]int{}
)

type bookIn struct {
	Book string `json:"book"`
}

func (a *bookIn) title() string { return a.Book }

func put(ctx context.Context, req *mcp.CallToolRequest, a bookIn) (*mcp.CallToolResult, any, error) { // the box comes later
	id := req.Session.ID()
	s, ok := boxes[id /* the session's */]
	if !ok {
		s = &box{}
		boxes[id] = s
	}
	s.Books = append(s.Books, a.title(), short(a), long(&a))
	return &mcp.CallToolResult{}, nil, nil
}

func show(ctx context.Context, req *mcp.CallToolRequest, a bookIn) (*mcp.CallToolResult, any, error) {
	if s, ok := boxes[req.Session.ID()]; ok {
		return text(s.Books[0] + short(a)), nil, nil
	}
	return text("none"), nil, nil
}

func count(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	data[req.Session.ID()]++
	return &mcp.CallToolResult{}, nil, nil
}

func counted(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	return text(strconv.Itoa(data[req.Session.ID()])), nil, nil
}

func short(a bookIn) string { return a.Book[:1] }

func long(a *bookIn) string { return a.Book + "." }

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "library"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "put", Description: "Puts a book into the box."}, put)
	mcp.AddTool(srv, &mcp.Tool{Name: "show"}, show)
	mcp.AddTool(srv, &mcp.Tool{Name: "count", Description: "Counts."}, count)
	mcp.AddTool(srv, &mcp.Tool{Name: "counted"}, counted)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
