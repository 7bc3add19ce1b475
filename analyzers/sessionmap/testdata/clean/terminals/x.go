// Beside the server the program relays terminals, which it calls sessions: they are
// none of the protocol.
package main

import (
	"context"
	"io"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type relay struct {
	mu       sync.Mutex
	sessions map[string]io.Writer
}

func (r *relay) attach(w http.ResponseWriter, req *http.Request) {
	r.mu.Lock()
	r.sessions[req.PathValue("session_id")] = w
	r.mu.Unlock()
	<-req.Context().Done()
}

func (r *relay) input(w http.ResponseWriter, req *http.Request) {
	r.mu.Lock()
	out, ok := r.sessions[req.PathValue("session_id")]
	r.mu.Unlock()
	if !ok {
		http.Error(w, "no such terminal", http.StatusNotFound)
		return
	}
	io.Copy(out, req.Body)
}

func hello(ctx context.Context, req *mcp.CallToolRequest, in struct{}) (*mcp.CallToolResult, any, error) {
	return nil, "hello", nil
}

func main() {
	r := &relay{sessions: map[string]io.Writer{}}
	s := mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "hello"}, hello)
	http.HandleFunc("GET /terminals/{session_id}", r.attach)
	http.HandleFunc("POST /terminals/{session_id}", r.input)
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
	http.ListenAndServe(":8080", nil)
}
