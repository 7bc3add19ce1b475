// Options from elsewhere, a transport without the mode.
package main

import (
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "notes"}, nil)
	get := func(*http.Request) *mcp.Server { return srv }
	options := &mcp.StreamableHTTPOptions{JSONResponse: true}
	http.Handle("/a", mcp.NewStreamableHTTPHandler(get, options)) // refuse "not written in place"
	http.Handle("/b", mcp.NewSSEHandler(get, nil))                // refuse "SSE transport has no mode"
	http.ListenAndServe(":8080", nil)
}
