// Schemas that are no literals, structs that have such a field or cannot be a part of another, handlers whose type is
// written down, or that are none of the SDK.
package main

import (
	"context"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type noteIn struct {
	Title string `json:"title"`
}

// mailIn has a field that is called as the type.
type mailIn struct {
	mailIn string
	Text   string `json:"text"`
}

var example = mailIn{"", "hello"}

type taskIn struct {
	Name           string `json:"name"`
	IdempotencyKEY string `json:"key"`
}

func post(path, text string) error {
	res, err := http.Post("https://notes.example/v1/"+path, "text/plain", strings.NewReader(text)) // refuse "a schema of its own"
	if err != nil {
		return err
	}
	return res.Body.Close()
}

func note(ctx context.Context, _ *mcp.CallToolRequest, in noteIn) (*mcp.CallToolResult, any, error) {
	return nil, nil, post("notes", in.Title)
}

func mail(ctx context.Context, _ *mcp.CallToolRequest, in mailIn) (*mcp.CallToolResult, any, error) {
	res, err := http.Post("https://notes.example/v1/mails", "text/plain", strings.NewReader(in.Text)) // refuse "have a mailIn that is called as their type"
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, res.Body.Close()
}

func task(ctx context.Context, _ *mcp.CallToolRequest, in taskIn) (*mcp.CallToolResult, any, error) {
	res, err := http.Post("https://notes.example/v1/tasks", "text/plain", strings.NewReader(in.Name)) // refuse "has a field IdempotencyKEY already"
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, res.Body.Close()
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "notes"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "create_note", InputSchema: map[string]any{"type": "object"}}, note)
	mcp.AddTool(srv, &mcp.Tool{Name: "send_mail"}, mail)
	mcp.AddTool(srv, &mcp.Tool{Name: "create_task"}, task)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
