// What a transport keeps fills in where a request has no caller, or is another thing than what requests have.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type caller struct{ bearer string }

type callerKey struct{}

type traceKey struct{}

func callerOf(ctx context.Context) *caller {
	c, _ := ctx.Value(callerKey{}).(*caller)
	return c
}

type spare struct {
	next  http.RoundTripper
	owner *caller
}

func (s *spare) RoundTrip(r *http.Request) (*http.Response, error) {
	if callerOf(r.Context()) == nil {
		r = r.Clone(context.WithValue(r.Context(), callerKey{}, s.owner))
	}
	return s.next.RoundTrip(r)
}

type header struct {
	next  http.RoundTripper
	owner *caller
}

func (h *header) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+h.owner.bearer)
	return h.next.RoundTrip(r)
}

type traced struct {
	next http.RoundTripper
	name *caller
}

func (t *traced) RoundTrip(r *http.Request) (*http.Response, error) {
	return t.next.RoundTrip(r.WithContext(context.WithValue(r.Context(), traceKey{}, t.name)))
}

func get(ctx context.Context, url string) {
	c := callerOf(ctx)
	for _, t := range []http.RoundTripper{&spare{http.DefaultTransport, c}, &header{http.DefaultTransport, c}, &traced{http.DefaultTransport, c}} {
		req, _ := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		t.RoundTrip(req)
	}
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "gate"}, nil)
	http.HandleFunc("/open", func(w http.ResponseWriter, r *http.Request) { get(r.Context(), "https://example.com") })
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
	http.ListenAndServe(":8080", nil)
}
