// The deployment sets POD_NAME differently for every instance; the program
// cannot know, so that only the host's name beside it is reported.
package main

import (
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func server(name string) http.Handler {
	srv := mcp.NewServer(&mcp.Implementation{Name: name}, nil) // want "^medium sure main.server: server name"
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true})
}

func other(name string) http.Handler {
	srv := mcp.NewServer(&mcp.Implementation{Name: name}, nil)
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true})
}

func main() {
	host, _ := os.Hostname()
	http.Handle("/a", server(host))
	http.Handle("/b", other(os.Getenv("POD_NAME")))
	http.ListenAndServe(":8080", nil)
}
