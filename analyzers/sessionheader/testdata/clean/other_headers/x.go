// Other headers, and an allow-list of names.
package main

import (
	"net/http"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var allowed = []string{"Content-Type", "Mcp-Session-Id", "Mcp-Protocol-Version"}

func cors(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Headers", strings.Join(allowed, ", "))
		if r.Header.Get("X-Session-Id") != "" && !slices.Contains(allowed, r.Header.Get("Origin")) {
			http.Error(w, "origin", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true})
	http.ListenAndServe(":8080", cors(h))
}
