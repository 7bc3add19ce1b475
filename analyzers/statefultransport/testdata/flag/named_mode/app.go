// with github.com/ThinkInAIXYZ/go-mcp@v0.2.21

// The mode is told by the name of a constant.
package main

import (
	"log"
	"os"

	"github.com/ThinkInAIXYZ/go-mcp/server"
	"github.com/ThinkInAIXYZ/go-mcp/transport"
)

func kept() transport.ServerTransport {
	return transport.NewStreamableHTTPServerTransport(":8080", // want "^blocker sure main.kept: NewStreamableHTTPServerTransport: sessions live"
		transport.WithStreamableHTTPServerTransportOptionEndpoint("/mcp"),
		transport.WithStreamableHTTPServerTransportOptionStateMode(transport.Stateful))
}

func free() transport.ServerTransport {
	return transport.NewStreamableHTTPServerTransport(":8081",
		transport.WithStreamableHTTPServerTransportOptionStateMode(transport.Stateless))
}

func main() {
	t := kept()
	if os.Getenv("FREE") != "" {
		t = free()
	}
	s, err := server.NewServer(t)
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(s.Run())
}
