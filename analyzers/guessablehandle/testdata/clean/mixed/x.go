// A time in front of 128 random bits only sorts the ids.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var jobs sync.Map

type in struct{ ID, Name string }

func start(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	id := fmt.Sprintf("%d-%s", time.Now().Unix(), rand.Text())
	jobs.Store(id, a.Name)
	return nil, id, nil
}

func result(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	v, ok := jobs.Load(a.ID)
	if !ok {
		return nil, nil, errors.New("no such job")
	}
	return nil, v, nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "jobs"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "start"}, start)
	mcp.AddTool(srv, &mcp.Tool{Name: "result"}, result)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
