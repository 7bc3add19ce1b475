// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// A CORS library around a transport that still has sessions.
package main

import (
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rs/cors"
)

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
	c := cors.New(cors.Options{
		AllowedOrigins: []string{"https://app.example.com"},
		AllowedHeaders: []string{"Content-Type", "Mcp-Session-Id"}, // want "^low sure main.main: headers allowed to browsers: the list has no MCP-Protocol-Version, Mcp-Method and Mcp-Name,"
	})
	http.ListenAndServe(":8080", c.Handler(h))
}
