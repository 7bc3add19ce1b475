// The SSE transport of both kinds, and a transport that is made per request.
package main

import (
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "clock"}, nil)
	http.Handle("/sse", mcp.NewSSEHandler(func(*http.Request) *mcp.Server { return s }, nil)) // want "blocker sure main.main: NewSSEHandler: the SSE transport joins"
	http.HandleFunc("/raw", func(w http.ResponseWriter, r *http.Request) {
		t := &mcp.StreamableServerTransport{SessionID: r.Header.Get("Mcp-Session-Id")} // want "blocker sure main.main\\$2: StreamableServerTransport"
		s.Connect(r.Context(), t, nil)
		t.ServeHTTP(w, r)
	})
	http.ListenAndServe(":8080", nil)
}
