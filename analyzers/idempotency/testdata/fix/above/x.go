// There is a comment about the transport.
package main

import (
	"context"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Text string `json:"text"`
}

func send(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	res, err := http.Post("https://mail.example/v1/mails", "text/plain", strings.NewReader(a.Text))
	if err != nil {
		return nil, nil, err
	}
	return nil, res.Status, res.Body.Close()
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "mail"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "send_mail"}, send)
	// All callers are one team.
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true})
	http.ListenAndServe(":8080", h)
}
