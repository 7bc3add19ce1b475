// A set keeps a warning from being logged twice.
package main

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var warned sync.Map

func clean(s string) string { return strings.ReplaceAll(s, "\n", " ") }

func warn(host string) {
	key := "host/" + host
	if _, loaded := warned.LoadOrStore(key, struct{}{}); loaded {
		return
	}
	slog.Warn("this host answers without encryption", "host", clean(host))
}

type in struct{ Host string }

func ask(ctx context.Context, req *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	warn(i.Host)
	res, err := http.Get("http://" + i.Host)
	if err != nil {
		return nil, nil, err
	}
	return nil, res.Status, nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "ask"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "ask"}, ask)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
