// A framework's own proxy puts one child process behind an HTTP transport.
package main

import (
	"context"
	"log"

	"trpc.group/trpc-go/trpc-mcp-go"
)

func main() {
	srv, _, err := mcp.NewStreamableServerWithStdio(context.Background(), mcp.StreamableStdioProxyConfig{ServerName: "proxy"}) // want "^high sure main.main: NewStreamableServerWithStdio: one subprocess behind this transport"
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(srv.Start())
}
