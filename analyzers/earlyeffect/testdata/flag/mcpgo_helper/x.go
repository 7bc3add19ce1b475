// with github.com/mark3labs/mcp-go@v1.2.1

// The message is sent in a helper, the question is put by another; a goroutine
// is started as well.
package main

import (
	"context"
	"net/http"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type mail struct{ client *http.Client }

func (m *mail) send(ctx context.Context, to string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://mail.example.com/api/mail/send", strings.NewReader(to))
	if err != nil {
		return err
	}
	resp, err := m.client.Do(r) // want "^high sure tool announce: before announce asks the client for input it sends POST"
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func ask(state string) *mcp.CallToolResult {
	return server.NewInputRequestBuilder(state).Elicit("more", mcp.ElicitationParams{Message: "Send to more people?"}).ToolResult()
}

func (m *mail) announce(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := m.send(ctx, req.GetString("to", "")); err != nil {
		return nil, err
	}
	if server.ElicitationResponse(req.Params.InputResponses, "more") == nil {
		return ask("asked"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

func main() {
	m := &mail{client: http.DefaultClient}
	s := server.NewMCPServer("mail", "1.0.0")
	s.AddTool(mcp.NewTool("announce"), m.announce)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
