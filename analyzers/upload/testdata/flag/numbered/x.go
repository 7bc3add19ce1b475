// Pieces are kept under their numbers and joined when all are there.
package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type transfer struct {
	pieces map[int]string
}

var (
	mu        sync.Mutex
	transfers = map[string]*transfer{} // want "^high sure main.transfers: content that arrives in pieces"
)

type piece struct {
	Transfer string
	Number   int
	Text     string
}

type join struct {
	Transfer string
	Count    int
}

func put(ctx context.Context, req *mcp.CallToolRequest, in piece) (*mcp.CallToolResult, any, error) {
	mu.Lock()
	defer mu.Unlock()
	t, ok := transfers[in.Transfer]
	if !ok {
		t = &transfer{pieces: map[int]string{}}
		transfers[in.Transfer] = t
	}
	t.pieces[in.Number] = in.Text
	return nil, nil, nil
}

func assemble(ctx context.Context, req *mcp.CallToolRequest, in join) (*mcp.CallToolResult, any, error) {
	mu.Lock()
	defer mu.Unlock()
	t, ok := transfers[in.Transfer]
	if !ok {
		return nil, nil, fmt.Errorf("transfer %s is not known", in.Transfer)
	}
	var b strings.Builder
	for i := range in.Count {
		p, ok := t.pieces[i]
		if !ok {
			return nil, nil, fmt.Errorf("piece %d is missing", i)
		}
		b.WriteString(p)
	}
	delete(transfers, in.Transfer)
	return nil, b.String(), nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "transfer"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "put_piece"}, put)
	mcp.AddTool(s, &mcp.Tool{Name: "assemble"}, assemble)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
