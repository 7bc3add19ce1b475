// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// What makes an entry looks at the headers of the request that it sends itself,
// and of the answer: neither is the caller's.
package main

import (
	"context"
	"io"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type registry struct{ versions sync.Map }

func fetch(ctx context.Context, url string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	if req.Header.Get("User-Agent") == "" {
		req.Header.Set("User-Agent", "versions/1")
	}
	if req.Header.Get("Authorization") == "" {
		req.Header.Set("Authorization", "none")
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.Header.Get("X-Auth-User") == "" {
		return "", io.EOF
	}
	b, err := io.ReadAll(resp.Body)
	return string(b), err
}

type name struct{ Package string }

func (r *registry) latest(ctx context.Context, req *mcp.CallToolRequest, in name) (*mcp.CallToolResult, any, error) {
	if v, ok := r.versions.Load(in.Package); ok {
		return nil, v, nil
	}
	v, err := fetch(ctx, "https://registry.example.com/"+in.Package)
	if err != nil {
		return nil, nil, err
	}
	r.versions.Store(in.Package, v)
	return nil, v, nil
}

func main() {
	r := &registry{}
	s := mcp.NewServer(&mcp.Implementation{Name: "versions"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "latest"}, r.latest)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
