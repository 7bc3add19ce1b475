// Commands that the caller chooses, and one that the server chooses.
package main

import (
	"context"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type cmdIn struct {
	Command string `json:"command"`
}

func shell(ctx context.Context, _ *mcp.CallToolRequest, in cmdIn) (*mcp.CallToolResult, any, error) {
	out, err := exec.CommandContext(ctx, "sh", "-c", in.Command).CombinedOutput() // want `^low sure tool terminal: .*the command that it is given runs twice`
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(out)}}}, nil, nil
}

type none struct{}

func rollout(ctx context.Context, _ *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, any, error) {
	err := exec.CommandContext(ctx, "shipctl", "deploy", "--env", "production").Run() // want "^low likely tool roll_out: .*shipctl deploy --env production runs twice"
	return nil, nil, err
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "ops"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "terminal", Description: "A terminal on the build host."}, shell)
	mcp.AddTool(s, &mcp.Tool{Name: "roll_out", Description: "Deploys what is on the main branch."}, rollout)
	s.Run(context.Background(), &mcp.StdioTransport{})
}
