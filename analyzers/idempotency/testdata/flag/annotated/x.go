// The annotation promises what the code does not keep.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ Amount int }

func pay(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	res, err := http.Post("https://bank.example/payments", "application/json", nil) // want "^low sure tool pay: .*annotated idempotent"
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, res.Body.Close()
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "bank"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "pay", Annotations: &mcp.ToolAnnotations{IdempotentHint: true}}, pay)
	s.Run(context.Background(), &mcp.StdioTransport{})
}
