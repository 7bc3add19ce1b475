// Handlers whose changes are stored when they end: what is recorded comes after.
package main

import (
	"context"
	"net/http"
	"strings"

	"example.com/app/handles"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type createIn struct {
	Title string `json:"title"`
}

type renameIn struct {
	Title string `json:"title"`
}

func create(ctx context.Context, _ *mcp.CallToolRequest, in createIn) (*mcp.CallToolResult, any, error) {
	res, err := http.Post("https://notes.example/v1/notes", "text/plain", strings.NewReader(in.Title))
	if err != nil {
		return nil, nil, err
	}
	return nil, res.Status, res.Body.Close()
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "notes", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "create_note"}, handles.Stateful(handles.Anyone, create))
	mcp.AddTool(s, &mcp.Tool{Name: "append_note"}, handles.Stateful(handles.Anyone, func(ctx context.Context, _ *mcp.CallToolRequest, in renameIn) (*mcp.CallToolResult, any, error) {
		res, err := http.Post("https://notes.example/v1/lines", "text/plain", strings.NewReader(in.Title))
		if err != nil {
			return nil, nil, err
		}
		return nil, res.Status, res.Body.Close()
	}))
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
}
