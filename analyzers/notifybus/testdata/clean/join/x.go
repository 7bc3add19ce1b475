// Channels that join the goroutines of one call, and a queue of the process.
package main

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ URLs []string }

var audit = make(chan string, 100)

func fetch(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var chans []chan int
	for _, u := range a.URLs {
		ch := make(chan int, 1)
		chans = append(chans, ch)
		go func() { ch <- len(u) }()
	}
	sum := 0
	for _, ch := range chans {
		sum += <-ch
	}
	audit <- "fetched"
	return nil, sum, nil
}

func main() {
	go func() {
		for line := range audit {
			slog.Info(line)
		}
	}()
	srv := mcp.NewServer(&mcp.Implementation{Name: "fetch"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "fetch"}, fetch)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
