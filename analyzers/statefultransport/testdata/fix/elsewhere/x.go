// Options in a variable of the function.
package main

import (
	"log/slog"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "notes"}, nil)
	get := func(*http.Request) *mcp.Server { return srv }
	options := &mcp.StreamableHTTPOptions{
		JSONResponse: true, // for old proxies
	}
	options.Logger = slog.Default()
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(get, options))
}
