// with github.com/FreePeak/cortex@v1.0.5

// The framework's HTTP server is the SSE transport.
package main

import (
	"context"
	"flag"
	"log"

	"github.com/FreePeak/cortex/pkg/server"
	"github.com/FreePeak/cortex/pkg/tools"
)

func main() {
	web := flag.Bool("http", false, "serve over HTTP")
	flag.Parse()
	s := server.NewMCPServer("clock", "1.0.0", nil)
	err := s.AddTool(context.Background(), tools.NewTool("zone"), func(ctx context.Context, r server.ToolCallRequest) (any, error) {
		return "UTC", nil
	})
	if err != nil {
		log.Fatal(err)
	}
	if *web {
		log.Fatal(s.ServeHTTP()) // want "^blocker sure main.main: ServeHTTP: the SSE transport"
	}
	log.Fatal(s.ServeStdio())
}
