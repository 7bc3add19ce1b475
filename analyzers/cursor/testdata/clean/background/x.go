// A mark of background work that no request reads.
package main

import (
	"context"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type follower struct{ offset int }

func (f *follower) run(read func(from int) int) {
	for range time.Tick(time.Second) {
		f.offset += read(f.offset)
	}
}

func main() {
	f := &follower{}
	go f.run(func(from int) int { return 1 })
	srv := mcp.NewServer(&mcp.Implementation{Name: "follow"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "ping"}, func(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		return nil, "pong", nil
	})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
