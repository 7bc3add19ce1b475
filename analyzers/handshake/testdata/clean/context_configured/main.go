// Configuration decides whether there are sessions whose context would be that
// of their first request.
package main

import (
	"context"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type tenantKey struct{}

func tenants(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := context.WithValue(r.Context(), tenantKey{}, r.Header.Get("X-Tenant"))
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

func list(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	t, _ := ctx.Value(tenantKey{}).(string)
	return nil, t, nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "invoices"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "list"}, list)
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: os.Getenv("SESSIONS") == ""})
	http.ListenAndServe(":8080", tenants(h))
}
