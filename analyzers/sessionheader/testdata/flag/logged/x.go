// The header goes into a log line: low, but written down.
package main

import (
	"log/slog"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		slog.Info("request", "session", r.Header.Get("Mcp-Session-Id")) // want "^low sure main: header Mcp-Session-Id: .* decides nothing"
		next.ServeHTTP(w, r)
	})
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true})
	http.ListenAndServe(":8080", logged(h))
}
