// Options in place, with the field and without.
package main

import (
	"net/http"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	srv := sdk.NewServer(&sdk.Implementation{Name: "notes"}, nil)
	get := func(*http.Request) *sdk.Server { return srv }
	http.Handle("/a", sdk.NewStreamableHTTPHandler(get, &sdk.StreamableHTTPOptions{
		JSONResponse: true, // no streams
	}))
	http.Handle("/b", sdk.NewStreamableHTTPHandler(get, &sdk.StreamableHTTPOptions{Stateless: false}))
	http.Handle("/c", sdk.NewStreamableHTTPHandler(get, &sdk.StreamableHTTPOptions{}))
	http.ListenAndServe(":8080", nil)
}
