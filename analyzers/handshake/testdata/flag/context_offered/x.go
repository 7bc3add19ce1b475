// A framework offers handlers what it took from "the" HTTP request: over SSE
// that is the request that opened the stream.
package app

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type metaKey struct{}

// Meta is what a handler may ask of its request.
type Meta struct{ Query map[string][]string }

// MetaFrom is for handlers.
func MetaFrom(ctx context.Context) Meta {
	m, _ := ctx.Value(metaKey{}).(Meta)
	return m
}

// Handler serves a server over SSE.
func Handler(srv *mcp.Server) http.Handler {
	return carry(mcp.NewSSEHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}

func carry(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m := Meta{Query: r.URL.Query()}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), metaKey{}, m))) // want "^high likely app.carry.1: context of the request that began the session"
	})
}
