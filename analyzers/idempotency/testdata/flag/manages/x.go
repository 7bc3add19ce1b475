// A tool with several actions, of which one is relative to what is there,
// through a client that no table knows.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"tracker.example/client"
)

type in struct{ Action, ID string }

type app struct{ c *client.Client }

func (a *app) workers(ctx context.Context, _ *mcp.CallToolRequest, x in) (*mcp.CallToolResult, any, error) {
	switch x.Action {
	case "pause":
		return nil, nil, a.c.PauseWorker(ctx, x.ID)
	case "restart":
		return nil, nil, a.c.RestartWorker(ctx, x.ID) // want "^high likely tool workers: .*client.Client.RestartWorker is called twice"
	}
	return nil, nil, nil
}

func (a *app) queues(ctx context.Context, _ *mcp.CallToolRequest, x in) (*mcp.CallToolResult, any, error) {
	switch x.Action {
	case "create":
		return nil, nil, a.c.CreateQueue(ctx, x.ID)
	case "pause":
		return nil, nil, a.c.PauseWorker(ctx, x.ID)
	}
	return nil, nil, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "workers"}, nil)
	a := &app{}
	mcp.AddTool(s, &mcp.Tool{Name: "workers", Description: "Manage workers"}, a.workers)
	mcp.AddTool(s, &mcp.Tool{Name: "queues", Description: "Manage queues"}, a.queues)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
}
