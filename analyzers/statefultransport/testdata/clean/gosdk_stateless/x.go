// Stateless by a literal, by a field set afterwards and through a wrapper.
package main

import (
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func base() *mcp.StreamableHTTPOptions {
	return &mcp.StreamableHTTPOptions{JSONResponse: true, Stateless: true}
}

// mount is the one place that serves; its callers choose the options.
func mount(path string, s *mcp.Server, o *mcp.StreamableHTTPOptions) {
	http.Handle(path, mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, o))
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "files"}, nil)
	mount("/a", s, base())
	o := &mcp.StreamableHTTPOptions{}
	o.Stateless = true
	mount("/b", s, o)
	copied := *base()
	mount("/c", s, &copied)
	http.ListenAndServe(":8080", nil)
}
