// A number says how much memory is in use in this process right now.
package main

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type room struct {
	max   int64
	inUse atomic.Int64
}

func (r *room) acquire(n int64) bool {
	for {
		cur := r.inUse.Load()
		next := cur + n
		if next > r.max {
			return false
		}
		if r.inUse.CompareAndSwap(cur, next) {
			return true
		}
	}
}

func (r *room) release(n int64) {
	for {
		cur := r.inUse.Load()
		next := cur - n
		if r.inUse.CompareAndSwap(cur, next) {
			return
		}
	}
}

type in struct{ Size int64 }

func (r *room) load(ctx context.Context, req *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	if !r.acquire(i.Size) {
		return nil, nil, errors.New("too much at once, try again")
	}
	defer r.release(i.Size)
	return nil, len(make([]byte, i.Size)), nil
}

func main() {
	r := &room{max: 1 << 20}
	srv := mcp.NewServer(&mcp.Implementation{Name: "load"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "load"}, r.load)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
