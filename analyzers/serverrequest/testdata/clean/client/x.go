// A client that asks servers.
package main

import (
	"context"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	ctx := context.Background()
	c := mcp.NewClient(&mcp.Implementation{Name: "cli"}, nil)
	sess, err := c.Connect(ctx, &mcp.CommandTransport{Command: exec.Command("server")}, nil)
	if err != nil {
		panic(err)
	}
	if _, err := sess.ListTools(ctx, nil); err != nil {
		panic(err)
	}
	sess.CallTool(ctx, &mcp.CallToolParams{Name: "status"})
}
