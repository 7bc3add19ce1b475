// with github.com/mark3labs/mcp-go@v1.2.1

// Origins are given, headers are not: the SDK's own list is older than the
// routing headers. Another server names some.
package main

import (
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("x", "1.0.0")
	go server.NewStreamableHTTPServer(s, server.WithStateLess(true),
		server.WithStreamableHTTPCORS(server.WithCORSAllowedOrigins("https://app.example.com")), // want "^info possible main.main: headers allowed to browsers: the default list of this SDK has no MCP-Protocol-Version, Mcp-Method and Mcp-Name,"
	).Start(":8080")
	server.NewStreamableHTTPServer(s, server.WithStateLess(true),
		server.WithStreamableHTTPCORS(
			server.WithCORSAllowedOrigins("https://app.example.com"),
			server.WithCORSAllowedHeaders("Content-Type", "MCP-Protocol-Version", "Mcp-Method"), // want "^info sure main.main: headers allowed to browsers: the list has no Mcp-Name,"
		),
	).Start(":8081")
}
