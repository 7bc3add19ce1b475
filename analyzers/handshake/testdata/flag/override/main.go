// A client is made for a session with the caller of its first request, and every later request goes out under that caller's name.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type caller struct{ bearer string }

type callerKey struct{}

func withCaller(ctx context.Context, c *caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

func callerOf(ctx context.Context) (*caller, bool) {
	c, ok := ctx.Value(callerKey{}).(*caller)
	return c, ok
}

// signed signs with the token of whoever is in the request's context.
type signed struct{ next http.RoundTripper }

func (s signed) RoundTrip(r *http.Request) (*http.Response, error) {
	if c, ok := callerOf(r.Context()); ok {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+c.bearer)
	}
	return s.next.RoundTrip(r)
}

type pinned struct {
	next  http.RoundTripper
	owner *caller // want "^high likely main.pinned.owner: every request through this transport gets what one context held"
}

func (p *pinned) RoundTrip(r *http.Request) (*http.Response, error) {
	if p.owner != nil {
		r = r.Clone(withCaller(r.Context(), p.owner))
	}
	return p.next.RoundTrip(r)
}

func newPinned(next http.RoundTripper, c *caller) *pinned { return &pinned{next: next, owner: c} }

func dial(ctx context.Context) *http.Client {
	c, _ := callerOf(ctx)
	return &http.Client{Transport: newPinned(signed{http.DefaultTransport}, c)}
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "gate"}, nil)
	http.HandleFunc("/open", func(w http.ResponseWriter, r *http.Request) { go dial(r.Context()).Get("https://example.com") })
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
	http.ListenAndServe(":8080", nil)
}
