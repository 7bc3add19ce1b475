// A bus that all replicas share tells each of them, and each tells its own
// clients.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type bus interface {
	Subscribe(f func(uri string))
}

func wire(b bus, srv *mcp.Server) {
	b.Subscribe(func(uri string) {
		srv.ResourceUpdated(context.Background(), &mcp.ResourceUpdatedNotificationParams{URI: uri})
	})
}

func main() {
	var redis bus
	srv := mcp.NewServer(&mcp.Implementation{Name: "files"}, nil)
	wire(redis, srv)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
