// A proxy lists the tools of another server every minute.
package main

import (
	"context"
	"log"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func copyTools(ctx context.Context, cs *mcp.ClientSession, s *mcp.Server) {
	list, err := cs.ListTools(ctx, nil)
	if err != nil {
		log.Print(err)
		return
	}
	for _, t := range list.Tools {
		s.AddTool(t, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return cs.CallTool(ctx, &mcp.CallToolParams{Name: t.Name})
		})
	}
}

func main() {
	ctx := context.Background()
	cs, err := mcp.NewClient(&mcp.Implementation{Name: "proxy"}, nil).Connect(ctx, &mcp.InMemoryTransport{}, nil)
	if err != nil {
		log.Fatal(err)
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "proxy"}, nil)
	copyTools(ctx, cs, s)
	go func() {
		for range time.Tick(time.Minute) {
			copyTools(ctx, cs, s)
		}
	}()
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
