// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// Known false alarm: nobody calls this server from a browser, the list is only
// there because a proxy checks it.
package main

import (
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func listed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Headers", "Mcp-Session-Id") // want "^medium sure main.listed.*: headers allowed to browsers"
		next.ServeHTTP(w, r)
	})
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true})
	http.ListenAndServe(":8080", listed(h))
}
