// A wrapper puts the tenant of each HTTP request into its context, but handlers
// of a session get the context of the request that began it.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type tenantKey struct{}

func withTenant(ctx context.Context, tenant string) context.Context {
	return context.WithValue(ctx, tenantKey{}, tenant)
}

func tenantOf(ctx context.Context) string {
	t, _ := ctx.Value(tenantKey{}).(string)
	return t
}

func tenants(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := withTenant(r.Context(), r.Header.Get("X-Tenant")) // want "^high sure main.tenants.1: context of the request that began the session: handlers of a session get the context"
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

func list(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	return nil, invoices[tenantOf(ctx)], nil
}

var invoices = map[string][]string{"acme": {"1", "2"}}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "invoices"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "list"}, list)
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil)
	http.ListenAndServe(":8080", tenants(h))
}
