// with github.com/mark3labs/mcp-go@v1.2.1

// A tool that calls whatever tool it is told to does again what that tool does.
package main

import (
	"context"
	"fmt"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type hub struct{ behind map[string]*client.Client }

func (h *hub) use(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	c := h.behind[req.GetString("server", "")]
	if c == nil {
		return nil, fmt.Errorf("no such server")
	}
	up := mcp.CallToolRequest{}
	up.Params.Name = req.GetString("tool", "")
	up.Params.Arguments = req.GetArguments()["arguments"]
	return c.CallTool(ctx, up) // want "^medium likely tool use_tool: .*the call that it forwards is made twice"
}

// entry is a row of the table from which the tools are registered.
type entry struct{ Name, Description, Kind string }

var entries = []entry{
	{Name: "servers", Description: "Lists the servers.", Kind: "list"},
	{Name: "relay", Description: "Hands a call on.", Kind: "pass"},
}

func (h *hub) list(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(fmt.Sprint(len(h.behind))), nil
}

func (h *hub) relay(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	up := mcp.CallToolRequest{}
	up.Params.Name = req.GetString("tool", "")
	return h.behind["main"].CallTool(ctx, up) // want "^medium likely tool relay: .*the call that it forwards is made twice"
}

// pick chooses the handler of a row.
func (h *hub) pick(name string) (server.ToolHandlerFunc, error) {
	switch name {
	case "servers":
		return h.forList(), nil
	case "relay":
		return h.forRelay(), nil
	}
	return nil, fmt.Errorf("no handler for %s", name)
}

func (h *hub) forList() server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return h.list(ctx, req)
	}
}

func (h *hub) forRelay() server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return h.relay(ctx, req)
	}
}

func main() {
	h := &hub{}
	s := server.NewMCPServer("hub", "1.0.0")
	s.AddTool(mcp.NewTool("use_tool", mcp.WithDescription("Calls a tool of a server.")), h.use)
	for _, e := range entries {
		handle, err := h.pick(e.Name)
		if err != nil {
			panic(err)
		}
		s.AddTool(mcp.Tool{Name: e.Name, Description: e.Description}, handle)
	}
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
