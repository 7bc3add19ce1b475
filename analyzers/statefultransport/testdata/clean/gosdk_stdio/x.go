// A program for one client on stdio, and a test-bed in memory.
package main

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "files"}, nil)
	ours, theirs := mcp.NewInMemoryTransports()
	go s.Run(context.Background(), ours)
	mcp.NewClient(&mcp.Implementation{Name: "probe"}, nil).Connect(context.Background(), theirs, nil)
	s.Run(context.Background(), &mcp.StdioTransport{})
}
