// The version of the handshake is only asked to tell old clients from new ones.
package main

import (
	"context"
	"errors"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func gate(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		ss, ok := req.GetSession().(*mcp.ServerSession)
		if method != "ping" || !ok {
			return next(ctx, method, req)
		}
		p := ss.InitializeParams()
		if p == nil || p.ProtocolVersion < "2026-07-28" {
			return next(ctx, method, req)
		}
		return nil, errors.New("no such method")
	}
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "gate"}, nil)
	srv.AddSendingMiddleware(gate)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
