// What is put into the context is only logged, or is the same for every request.
package main

import (
	"context"
	"log/slog"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type (
	traceKey  struct{}
	configKey struct{}
)

func around(next http.Handler) http.Handler {
	dir := os.Getenv("DATA_DIR")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := context.WithValue(r.Context(), traceKey{}, r.Header.Get("X-Trace"))
		ctx = context.WithValue(ctx, configKey{}, dir)
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

func list(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	trace, _ := ctx.Value(traceKey{}).(string)
	slog.Info("list", "trace", trace)
	dir, _ := ctx.Value(configKey{}).(string)
	entries, err := os.ReadDir(dir)
	return nil, len(entries), err
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "files"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "list"}, list)
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil)
	http.ListenAndServe(":8080", around(h))
}
