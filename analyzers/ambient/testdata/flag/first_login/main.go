// A value of the whole process is filled by asking with the first caller's client.
package main

import (
	"context"
	"io"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type forge struct{ token string }

func (f *forge) Me(ctx context.Context) string {
	req, _ := http.NewRequestWithContext(ctx, http.MethodGet, "https://forge.example/me", nil)
	req.Header.Set("Authorization", f.token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return ""
	}
	defer res.Body.Close()
	login, _ := io.ReadAll(res.Body)
	return string(login)
}

type policy struct {
	mu    sync.Mutex
	login string // want "^high likely main.policy.login: what the first caller is called is kept for all later ones"
}

var shared policy

func (p *policy) own(ctx context.Context, f *forge, author string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.login == "" {
		p.login = f.Me(ctx)
	}
	return author == p.login
}

type in struct{ Author string }

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "forge"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "mine"}, func(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
		f := &forge{token: req.Extra.Header.Get("Authorization")}
		return nil, shared.own(ctx, f, a.Author), nil
	})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
