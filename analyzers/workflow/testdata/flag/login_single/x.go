// A server for one person: it keeps the number of the login that it has begun.
package main

import (
	"context"
	"crypto/rand"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type door struct {
	ticket string // want "^medium likely main.door.ticket: what one request hands out and later ones must bring is known to this process alone"
}

func (d *door) begin(w http.ResponseWriter, r *http.Request) {
	d.ticket = rand.Text()
	w.Write([]byte(d.ticket))
}

func (d *door) finish(w http.ResponseWriter, r *http.Request) {
	if r.FormValue("ticket") != d.ticket {
		http.Error(w, "begin again", http.StatusForbidden)
		return
	}
	w.Write([]byte("welcome"))
}

func hello(ctx context.Context, req *mcp.CallToolRequest, in struct{}) (*mcp.CallToolResult, any, error) {
	return nil, "hello", nil
}

func main() {
	d := &door{}
	srv := mcp.NewServer(&mcp.Implementation{Name: "door"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "hello"}, hello)
	http.HandleFunc("/begin", d.begin)
	http.HandleFunc("/finish", d.finish)
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
	http.ListenAndServe(":8080", nil)
}
