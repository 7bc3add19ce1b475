// What each request did is passed to those that count and write it down in the
// same process: nobody elsewhere waits for it.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type visit struct{ Page string }

type eventFeed struct{ sinks []chan visit }

func (f *eventFeed) sink() <-chan visit {
	c := make(chan visit, 10)
	f.sinks = append(f.sinks, c)
	return c
}

func (f *eventFeed) visited(w http.ResponseWriter, r *http.Request) {
	var v visit
	if json.NewDecoder(r.Body).Decode(&v) == nil {
		for _, c := range f.sinks {
			c <- v
		}
	}
}

func main() {
	f := &eventFeed{}
	seen := f.sink()
	go func() {
		for v := range seen {
			log.Println(v.Page)
		}
	}()
	srv := mcp.NewServer(&mcp.Implementation{Name: "pages"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "ping"}, func(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		return nil, "pong", nil
	})
	http.HandleFunc("POST /visited", f.visited)
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
	http.ListenAndServe(":8080", nil)
}
