// The server describes its tools in types of its own; one adapter turns them
// into those of the SDK, and one handler serves all of them.
package main

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type about struct {
	Name        string
	Description string
}

type params struct {
	ctx  context.Context
	args map[string]any
}

type entry struct {
	About   about
	Handler func(params) (string, error)
}

type set interface{ Entries() []entry }

type tickets struct{}

func (tickets) Entries() []entry { return slices.Concat(writing(), reading()) }

func writing() []entry {
	return []entry{
		{About: about{Name: "ticket_create", Description: "Open a ticket"}, Handler: create},
		{About: about{Name: "ticket_close", Description: "Close a ticket"}, Handler: shut},
	}
}

func reading() []entry {
	a := about{Name: "ticket_log", Description: "Get the log of a ticket"}
	e := entry{About: a, Handler: history}
	return []entry{e}
}

func send(ctx context.Context, method, path string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, method, "https://desk.example/api/"+path, strings.NewReader("{}"))
	if err != nil {
		return "", err
	}
	res, err := http.DefaultClient.Do(req) // want "^high sure tool ticket_create: .*POST /api/tickets is sent twice"
	if err != nil {
		return "", err
	}
	return res.Status, res.Body.Close()
}

func create(p params) (string, error)  { return send(p.ctx, http.MethodPost, "tickets") }
func shut(p params) (string, error)    { return send(p.ctx, http.MethodPut, "tickets/1") }
func history(p params) (string, error) { return send(p.ctx, http.MethodPost, "tickets/1/history:get") }

func adapt(e entry) (*mcp.Tool, mcp.ToolHandler) {
	t := &mcp.Tool{Name: e.About.Name, Description: e.About.Description, InputSchema: map[string]any{"type": "object"}}
	return t, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		text, err := e.Handler(params{ctx: ctx})
		if err != nil {
			return nil, err
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil
	}
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "desk"}, nil)
	for _, group := range []set{tickets{}} {
		for _, e := range group.Entries() {
			s.AddTool(adapt(e))
		}
	}
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
}
