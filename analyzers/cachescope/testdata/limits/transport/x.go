// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// Known miss: the round tripper puts the caller's token on every request, and
// the library calls it. Where the token is put on by hand, the cache is found.
package main

import (
	"context"
	"io"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type page struct{ URL string }

type caller struct{}

func (caller) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header.Set("X-User", auth.TokenInfoFromContext(r.Context()).UserID)
	return http.DefaultTransport.RoundTrip(r)
}

type pages struct {
	client *http.Client
	hidden sync.Map
	seen   sync.Map // want "^high likely main.pages.seen: what is cached here depends on who calls"
}

func (p *pages) load(ctx context.Context, url, user string) string {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return ""
	}
	if user != "" {
		r.Header.Set("X-User", user)
	}
	resp, err := p.client.Do(r)
	if err != nil {
		return ""
	}
	defer resp.Body.Close()
	b, _ := io.ReadAll(resp.Body)
	return string(b)
}

func (p *pages) through(ctx context.Context, req *mcp.CallToolRequest, in page) (*mcp.CallToolResult, any, error) {
	if v, ok := p.hidden.Load(in.URL); ok {
		return nil, v, nil
	}
	text := p.load(ctx, in.URL, "")
	p.hidden.Store(in.URL, text)
	return nil, text, nil
}

func (p *pages) byHand(ctx context.Context, req *mcp.CallToolRequest, in page) (*mcp.CallToolResult, any, error) {
	if v, ok := p.seen.Load(in.URL); ok {
		return nil, v, nil
	}
	text := p.load(ctx, in.URL, auth.TokenInfoFromContext(ctx).UserID)
	p.seen.Store(in.URL, text)
	return nil, text, nil
}

func main() {
	p := &pages{client: &http.Client{Transport: caller{}}}
	s := mcp.NewServer(&mcp.Implementation{Name: "pages"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "through"}, p.through)
	mcp.AddTool(s, &mcp.Tool{Name: "by_hand"}, p.byHand)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
