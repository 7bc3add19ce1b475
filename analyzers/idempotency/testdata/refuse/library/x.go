// A module without a program, whose handlers other modules may call.
package notes

import (
	"context"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type In struct {
	Title string `json:"title"`
}

func Show(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
	return nil, in.Title, nil
}

func Create(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
	_, err := http.Post("https://notes.example/v1/notes", "text/plain", strings.NewReader(in.Title)) // refuse "other modules may call the handler Create"
	return nil, nil, err
}

func Register(srv *mcp.Server) {
	mcp.AddTool(srv, &mcp.Tool{Name: "create_note"}, Create)
	mcp.AddTool(srv, &mcp.Tool{Name: "show_note"}, Show)
}
