// Options from elsewhere, a transport without the mode.
package main

import (
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func options() *mcp.StreamableHTTPOptions { return &mcp.StreamableHTTPOptions{JSONResponse: true} }

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "notes"}, nil)
	get := func(*http.Request) *mcp.Server { return srv }
	http.Handle("/a", mcp.NewStreamableHTTPHandler(get, options())) // refuse "made elsewhere: set Stateless there"
	later := &mcp.StreamableHTTPOptions{}
	later.Stateless = false
	http.Handle("/c", mcp.NewStreamableHTTPHandler(get, later)) // refuse "Stateless is computed at line"
	http.Handle("/b", mcp.NewSSEHandler(get, nil))              // refuse "SSE transport has no mode"
	http.ListenAndServe(":8080", nil)
}
