// with github.com/mark3labs/mcp-go@v1.2.1

// A span is begun by one hook of a request and ended by another one of the same
// request: its key says which request, and it is gone when the answer is sent.
package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type span struct{ begun time.Time }

type tracer struct {
	open  sync.Map
	spent time.Duration
}

func key(ctx context.Context, id any, method mcp.MCPMethod) string {
	session := ""
	if s := server.ClientSessionFromContext(ctx); s != nil {
		session = s.SessionID()
	}
	return fmt.Sprintf("%s|%s|%v", session, method, id)
}

func (t *tracer) begin(ctx context.Context, id any, method mcp.MCPMethod) {
	k := key(ctx, id, method)
	t.open.Store(k, &span{time.Now()})
	context.AfterFunc(ctx, func() {
		if _, ok := t.open.Load(k); ok {
			time.AfterFunc(time.Second, func() { t.open.Delete(k) })
		}
	})
}

func (t *tracer) end(ctx context.Context, id any, method mcp.MCPMethod) bool {
	k := key(ctx, id, method)
	v, ok := t.open.Load(k)
	if !ok {
		return false
	}
	s := v.(*span)
	t.open.Delete(k)
	return time.Since(s.begun) > time.Second
}

func main() {
	t := &tracer{}
	hooks := &server.Hooks{}
	hooks.AddBeforeAny(func(ctx context.Context, id any, method mcp.MCPMethod, message any) { t.begin(ctx, id, method) })
	hooks.AddOnSuccess(func(ctx context.Context, id any, method mcp.MCPMethod, message any, result any) {
		if t.end(ctx, id, method) {
			fmt.Println("slow")
		}
	})
	hooks.AddOnError(func(ctx context.Context, id any, method mcp.MCPMethod, message any, err error) {
		t.end(ctx, id, method)
	})
	s := server.NewMCPServer("x", "1", server.WithHooks(hooks))
	server.NewStreamableHTTPServer(s).Start(":8080")
}
