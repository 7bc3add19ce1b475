// with github.com/mark3labs/mcp-go@v1.2.1

// A server on stdio that is a client of HTTP servers.
package main

import (
	"net/http"

	"github.com/mark3labs/mcp-go/server"
)

type upstream struct{ http *http.Client }

func (u *upstream) fetch(url string) (*http.Response, error) { return u.http.Get(url) }

func main() {
	u := &upstream{http: &http.Client{}}
	u.fetch("http://example.com/mcp")
	server.ServeStdio(server.NewMCPServer("notes", "1.0.0"))
}
