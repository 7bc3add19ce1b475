// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// What the client said, asked for with care: it may be missing.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func greet(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	p := req.Session.InitializeParams() // may be nil
	if p == nil || p.ClientInfo == nil {
		return nil, "hello", nil
	}
	return nil, "hello " + p.ClientInfo.Name, nil
}

func name(req *mcp.CallToolRequest) string {
	if req != nil && req.Session != nil && req.Session.InitializeParams() != nil && req.Session.InitializeParams().ClientInfo != nil {
		return req.Session.InitializeParams().ClientInfo.Name
	}
	return ""
}

func part(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	if name(req) == "robot" {
		return nil, "beep", nil
	}
	return nil, "bye", nil
}

func draw(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	session := req.Session
	if init := session.InitializeParams(); init != nil && init.Capabilities != nil && init.Capabilities.Elicitation != nil {
		return nil, "which colour?", nil
	}
	return nil, "black", nil
}

func speak(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	session := req.Session
	var said = session.InitializeParams()
	if said != nil && said.ProtocolVersion > "2025" {
		return nil, session.ID(), nil
	}
	return nil, "old", nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "greeter"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "greet"}, greet)
	mcp.AddTool(srv, &mcp.Tool{Name: "part"}, part)
	mcp.AddTool(srv, &mcp.Tool{Name: "draw"}, draw)
	mcp.AddTool(srv, &mcp.Tool{Name: "speak"}, speak)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
