// The digest of the caller's token is part of the key.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var verdicts sync.Map

func ask(token, repo string) string { return token + repo }

func allowed(token, repo string) string {
	sum := sha256.Sum256([]byte(token))
	key := hex.EncodeToString(sum[:]) + "|" + repo
	if v, ok := verdicts.Load(key); ok {
		return v.(string)
	}
	v := ask(token, repo)
	verdicts.Store(key, v)
	return v
}

type in struct{ Repo string }

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "git"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "can_push"}, func(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
		return nil, allowed(req.Extra.Header.Get("Authorization"), a.Repo), nil
	})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
