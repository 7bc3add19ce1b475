// The wrapper's value is replaced for each message by a middleware that reads
// the header of the message's own request; what is only logged does not count.
package main

import (
	"context"
	"log"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type (
	tenantKey struct{}
	traceKey  struct{}
)

func wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := context.WithValue(r.Context(), tenantKey{}, r.Header.Get("X-Tenant"))
		ctx = context.WithValue(ctx, traceKey{}, r.Header.Get("Traceparent"))
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

func perMessage(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		return next(context.WithValue(ctx, tenantKey{}, req.GetExtra().Header.Get("X-Tenant")), method, req)
	}
}

func list(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	log.Println("list", ctx.Value(traceKey{}))
	t, _ := ctx.Value(tenantKey{}).(string)
	return nil, t, nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "invoices"}, nil)
	srv.AddReceivingMiddleware(perMessage)
	mcp.AddTool(srv, &mcp.Tool{Name: "list"}, list)
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil)
	http.ListenAndServe(":8080", wrap(h))
}
