// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// The list was written when there were sessions.
package main

import (
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func browsers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "https://app.example.com")
		w.Header().Set("Access-Control-Allow-Headers", "Content-Type, Authorization, mcp-protocol-version, Mcp-Session-Id") // want "^medium sure main.browsers.*: headers allowed to browsers: the list has no Mcp-Method and Mcp-Name,"
		if r.Method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true})
	http.ListenAndServe(":8080", browsers(h))
}
