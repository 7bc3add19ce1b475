// Handlers and options of methods that are gone.
package main

import (
	"context"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func roots(ctx context.Context, req *mcp.RootsListChangedRequest) {}

func main() {
	opts := &mcp.ServerOptions{
		RootsListChangedHandler: roots,       // want "ServerOptions.RootsListChangedHandler: this serves a method"
		KeepAlive:               time.Minute, // want "^info sure main.main: ServerOptions.KeepAlive"
		SubscribeHandler: func(ctx context.Context, req *mcp.SubscribeRequest) error { // want "^info sure main.main: ServerOptions.SubscribeHandler"
			return nil
		},
	}
	srv := mcp.NewServer(&mcp.Implementation{Name: "old"}, opts)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
