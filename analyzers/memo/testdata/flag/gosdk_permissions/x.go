// A verdict about one caller is kept under a key that lacks the caller.
package main

import (
	"context"
	"net/http"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type verdict struct{ push bool }

var verdicts sync.Map // want "^medium likely main.verdicts: what is cached here depends on the caller"

func ask(token, repo string) (verdict, error) {
	return verdict{push: strings.HasPrefix(token, repo)}, nil
}

func allowed(token, repo string) (verdict, error) {
	if v, ok := verdicts.Load(repo); ok {
		return v.(verdict), nil
	}
	v, err := ask(token, repo)
	if err != nil {
		return verdict{}, err
	}
	verdicts.Store(repo, v)
	return v, nil
}

type in struct{ Repo string }

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "git"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "can_push"}, func(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
		v, err := allowed(req.Extra.Header.Get("Authorization"), a.Repo)
		return nil, v.push, err
	})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
