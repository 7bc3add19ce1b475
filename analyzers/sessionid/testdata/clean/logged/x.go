// The id goes into log lines only.
package main

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func logged(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		slog.Info("request", "method", method, "session", req.GetSession().ID())
		return next(ctx, method, req)
	}
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)
	srv.AddReceivingMiddleware(logged)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
