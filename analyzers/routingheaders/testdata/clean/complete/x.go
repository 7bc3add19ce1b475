// with github.com/mark3labs/mcp-go@v1.2.1

// All headers are there; a star covers them; another part of the program has a
// list of its own, and so have documents of authorization.
package main

import (
	"net/http"

	"github.com/mark3labs/mcp-go/server"
)

func console(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Access-Control-Allow-Headers", "Content-Type, X-Console")
}

func metadata(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Access-Control-Allow-Headers", "Content-Type, MCP-Protocol-Version")
}

func open(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Access-Control-Allow-Headers", "*, Mcp-Session-Id")
}

func main() {
	http.HandleFunc("/console", console)
	http.HandleFunc("/open", open)
	http.HandleFunc("/.well-known/oauth-protected-resource", metadata)
	s := server.NewMCPServer("x", "1.0.0")
	server.NewStreamableHTTPServer(s, server.WithStateLess(true),
		server.WithStreamableHTTPCORS(server.WithCORSAllowedHeaders("Content-Type", "mcp-protocol-version", "mcp-method", "mcp-name")),
	).Start(":8081")
}
