// with github.com/mark3labs/mcp-go@v1.2.1

// The state is JSON in base64: readable is not verified.
package main

import (
	"context"
	"encoding/base64"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type round struct {
	User string
	Step int
}

func decode(s string) (round, error) {
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return round{}, err
	}
	var r round
	return r, json.Unmarshal(b, &r)
}

func pay(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	r, err := decode(req.Params.RequestState)
	if err != nil {
		return mcp.NewToolResultErrorFromErr("state", err), nil
	}
	if r.Step < 2 {
		return server.NewInputRequestBuilder("").ToolResult(), nil
	}
	return mcp.NewToolResultText("paid by " + r.User), nil
}

func main() {
	s := server.NewMCPServer("pay", "1.0.0")
	s.AddTool(mcp.NewTool("pay"), pay)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
