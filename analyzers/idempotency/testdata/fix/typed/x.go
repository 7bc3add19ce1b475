// A tool with typed arguments.
package main

import (
	"context"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type createIn struct {
	Title string `json:"title"` // of the note
}

func create(ctx context.Context, _ *mcp.CallToolRequest, in createIn) (*mcp.CallToolResult, any, error) {
	res, err := http.Post("https://notes.example/v1/notes", "text/plain", strings.NewReader(in.Title))
	if err != nil {
		return nil, nil, err
	}
	return nil, res.Status, res.Body.Close()
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "notes"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "create_note"}, create)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
