// A gateway hands calls on: what the other server does is its own matter.
package main

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type gateway struct{ up *mcp.ClientSession }

type in struct {
	Tool string
	Args map[string]any
}

func (g *gateway) call(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	res, err := g.up.CallTool(ctx, &mcp.CallToolParams{Name: a.Tool, Arguments: a.Args})
	return res, nil, err
}

func main() {
	g := &gateway{}
	s := mcp.NewServer(&mcp.Implementation{Name: "gateway"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "call_tool", Description: "Hands a call on to the server that has the tool."}, g.call)
	s.Run(context.Background(), &mcp.StdioTransport{})
}
