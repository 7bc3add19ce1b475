// A log file and a timer stay open: no answer depends on them.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type audit struct {
	file *os.File
	tick *time.Ticker
}

func (a *audit) wrap(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		fmt.Fprintln(a.file, method)
		return next(ctx, method, req)
	}
}

func main() {
	f, _ := os.Create("audit.log")
	a := &audit{file: f, tick: time.NewTicker(time.Minute)}
	srv := mcp.NewServer(&mcp.Implementation{Name: "audited"}, nil)
	srv.AddReceivingMiddleware(a.wrap)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
