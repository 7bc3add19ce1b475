// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// What the client said: several things at once, handed on, or of a session alone.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func greet(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	p := req.Session.InitializeParams() // refuse "says several things"
	if p != nil && p.ClientInfo.Name == "robot" && p.Capabilities.Sampling == nil {
		return nil, "beep", nil
	}
	return nil, name(req.Session), nil
}

func name(s *mcp.ServerSession) string {
	return "hello " + s.InitializeParams().ClientInfo.Name // refuse "does not come from a request that is at hand: hand the request on"
}

func part(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	return nil, bye(req.Session.InitializeParams()), nil // refuse "handed on at line"
}

func bye(p *mcp.InitializeParams) string {
	if p == nil {
		return "bye"
	}
	return "bye " + p.ClientInfo.Name
}

func draw(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	if req.Session.InitializeParams() == nil { // refuse "only whether there was a handshake"
		return nil, "black", nil
	}
	return nil, "red", nil
}

func who(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	p := req.Session.InitializeParams() // refuse "asks whether there was a handshake, and line .* what it said"
	if p == nil {
		return nil, "nobody", nil
	}
	name := "unknown"
	if p.ClientInfo != nil {
		name = p.ClientInfo.Name
	}
	return nil, name, nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "greeter"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "greet"}, greet)
	mcp.AddTool(srv, &mcp.Tool{Name: "part"}, part)
	mcp.AddTool(srv, &mcp.Tool{Name: "draw"}, draw)
	mcp.AddTool(srv, &mcp.Tool{Name: "who"}, who)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
