// Sampling, roots and a ping from a goroutine.
package main

import (
	"context"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func ping(ss *mcp.ServerSession) {
	for range time.Tick(time.Minute) {
		if err := ss.Ping(context.Background(), nil); err != nil { // want "^high sure main.ping: ServerSession.Ping: this sends a ping"
			return
		}
	}
}

func summarise(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	roots, err := req.Session.ListRoots(ctx, nil) // want "^blocker sure main.summarise: ServerSession.ListRoots: this sends a roots request"
	if err != nil {
		return nil, nil, err
	}
	go ping(req.Session)
	res, err := req.Session.CreateMessage(ctx, &mcp.CreateMessageParams{SystemPrompt: roots.Roots[0].URI}) // want "^blocker sure main.summarise: ServerSession.CreateMessage: this sends a sampling request"
	if err != nil {
		return nil, nil, err
	}
	return nil, res.Model, nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "sum"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "summarise"}, summarise)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
