// Every tool goes through the same two helpers.
package main

import (
	"context"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"tracker.example/client"
)

type in struct{ ID, Text string }

type request struct {
	method, path, body string
}

func send(ctx context.Context, r request) error {
	req, err := http.NewRequestWithContext(ctx, r.method, "https://notes.example"+r.path, strings.NewReader(r.body))
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return res.Body.Close()
}

func retry(f func() error) error {
	err := f()
	if err != nil {
		err = f()
	}
	return err
}

func add(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, send(ctx, request{method: "POST", path: "/notes", body: a.Text})
}

func text(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, retry(func() error { return send(ctx, request{method: "PUT", path: "/notes/" + a.ID, body: a.Text}) })
}

func drop(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, retry(func() error { return send(ctx, request{method: "DELETE", path: "/notes/" + a.ID}) })
}

func list(ctx context.Context, _ *mcp.CallToolRequest, _ in) (*mcp.CallToolResult, any, error) {
	return nil, nil, send(ctx, request{method: "GET", path: "/notes"})
}

var tracker = client.New("https://tracker.example")

func label(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, retry(func() error { return tracker.CreateLabel(ctx, a.Text) })
}

func ticket(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, retry(func() error {
		_, err := tracker.CreateTicket(ctx, a.Text)
		return err
	})
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "notes"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "add_note"}, add)
	mcp.AddTool(s, &mcp.Tool{Name: "note_text"}, text)
	mcp.AddTool(s, &mcp.Tool{Name: "drop_note"}, drop)
	mcp.AddTool(s, &mcp.Tool{Name: "list_notes"}, list)
	mcp.AddTool(s, &mcp.Tool{Name: "note_label"}, label)
	mcp.AddTool(s, &mcp.Tool{Name: "note_ticket"}, ticket)
	s.Run(context.Background(), &mcp.StdioTransport{})
}
