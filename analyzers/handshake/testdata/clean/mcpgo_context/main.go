// with github.com/mark3labs/mcp-go@v1.2.1

// This transport gives handlers the context of their own HTTP request.
package main

import (
	"context"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type regionKey struct{}

func withRegion(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := context.WithValue(r.Context(), regionKey{}, r.Header.Get("X-Region"))
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

func stock(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	s, _ := ctx.Value(regionKey{}).(string)
	return mcp.NewToolResultText("stock of " + s), nil
}

func main() {
	srv := server.NewMCPServer("stock", "1")
	srv.AddTool(mcp.NewTool("stock"), stock)
	http.ListenAndServe(":8080", withRegion(server.NewStreamableHTTPServer(srv)))
}
