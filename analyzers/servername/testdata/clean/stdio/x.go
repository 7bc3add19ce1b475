// One process per client: nobody compares names.
package main

import (
	"context"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	host, _ := os.Hostname()
	srv := mcp.NewServer(&mcp.Implementation{Name: "files@" + host}, nil)
	srv.Run(context.Background(), &mcp.StdioTransport{})
}
