// Programs that only look.
package main

import (
	"context"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ Path string }

func history(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	out, err := exec.CommandContext(ctx, "git", "log", "--oneline", "--", a.Path).Output()
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(out)}}}, nil, nil
}

func vet(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	cmd := exec.CommandContext(ctx, "checker", "--json", a.Path)
	out, err := cmd.Output()
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(out)}}}, nil, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "looks"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "history", Description: "The history of a file."}, history)
	mcp.AddTool(s, &mcp.Tool{Name: "check_file", Description: "Checks a file."}, vet)
	s.Run(context.Background(), &mcp.StdioTransport{})
}
