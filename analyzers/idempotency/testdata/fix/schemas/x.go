// Tools that bring their schema, as a literal, and handlers that read the request.
package main

import (
	"context"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func post(path, text string) error {
	res, err := http.Post("https://notes.example/v1/"+path, "text/plain", strings.NewReader(text))
	if err != nil {
		return err
	}
	return res.Body.Close()
}

type noteIn struct {
	Title string `json:"title"`
}

func create(ctx context.Context, _ *mcp.CallToolRequest, in noteIn) (*mcp.CallToolResult, any, error) {
	return nil, nil, post("notes", in.Title)
}

func send(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{}, post("mails", string(req.Params.Arguments))
}

// By a function that sets more.
func orderTool(more bool) *mcp.Tool {
	properties := map[string]interface{}{
		"item": map[string]interface{}{"type": "string"},
	}
	if more {
		properties["note"] = map[string]interface{}{"type": "string"}
	}
	return &mcp.Tool{Name: "create_order", InputSchema: map[string]interface{}{"type": "object", "properties": properties}}
}

func order(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{}, post("orders", string(req.Params.Arguments))
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "notes"}, nil)
	mcp.AddTool(srv, &mcp.Tool{
		Name: "create_note",
		InputSchema: map[string]any{
			"type": "object",
			"properties": map[string]any{
				"title": map[string]any{"type": "string"},
			},
			"required": []string{"title"},
		},
	}, create)
	schema := map[string]any{"type": "object", "properties": map[string]map[string]any{"text": {"type": "string"}}}
	tool := mcp.Tool{Name: "send_mail"}
	tool.InputSchema = schema
	srv.AddTool(&tool, send)
	srv.AddTool(orderTool(true), order)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
