// An event store in memory, in the options and in a transport.
package main

import (
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func handler(srv *mcp.Server) http.Handler {
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv },
		&mcp.StreamableHTTPOptions{EventStore: mcp.NewMemoryEventStore(nil)}) // want "^medium sure main.handler: .*: clients of 2026-07-28 do not resume streams"
}

func main() {
	http.ListenAndServe(":8080", handler(mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)))
}
