// Package serve is used by programs.
package serve

import (
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// HTTP serves a server.
func HTTP(srv *mcp.Server) error {
	get := func(*http.Request) *mcp.Server { return srv }
	h := mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{Stateless: true})
	return http.ListenAndServe(":8080", h)
}
