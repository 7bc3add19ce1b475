// with github.com/mark3labs/mcp-go@v1.2.1

// Notifications to all clients and to one of another session.
package main

import (
	"context"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func clock(s *server.MCPServer) {
	for range time.Tick(time.Minute) {
		s.SendNotificationToAllClients("time", nil) // want "^medium sure main.clock: notifies clients of this process"
	}
}

func poke(s *server.MCPServer) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.SendNotificationToSpecificClient(r.FormValue("id"), "poke", nil) // want "^medium sure main.poke.1: notifies clients"
	}
}

func main() {
	s := server.NewMCPServer("clock", "1.0.0")
	s.AddTool(mcp.NewTool("now"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(time.Now().String()), nil
	})
	go clock(s)
	http.HandleFunc("/poke", poke(s))
	http.Handle("/mcp", server.NewStreamableHTTPServer(s))
	http.ListenAndServe(":8080", nil)
}
