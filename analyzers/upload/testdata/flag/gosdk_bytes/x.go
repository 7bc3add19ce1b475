// Chunks are appended to the bytes of an entry; a last tool takes the whole.
package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type pending struct {
	name string
	data []byte
}

type files struct {
	mu   sync.Mutex
	open map[string]*pending // want "^high sure main.files.open: content that arrives in pieces"
	save func(name string, data []byte) error
}

type begin struct{ Name string }

type chunk struct {
	ID   string
	Data []byte
}

type finish struct{ ID string }

func (f *files) begin(ctx context.Context, req *mcp.CallToolRequest, in begin) (*mcp.CallToolResult, any, error) {
	id := rand.Text()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open[id] = &pending{name: in.Name}
	return nil, id, nil
}

func (f *files) add(ctx context.Context, req *mcp.CallToolRequest, in chunk) (*mcp.CallToolResult, any, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	p, ok := f.open[in.ID]
	if !ok {
		return nil, nil, fmt.Errorf("no file %s is open", in.ID)
	}
	p.data = append(p.data, in.Data...)
	return nil, len(p.data), nil
}

func (f *files) finish(ctx context.Context, req *mcp.CallToolRequest, in finish) (*mcp.CallToolResult, any, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	p, ok := f.open[in.ID]
	if !ok {
		return nil, nil, fmt.Errorf("no file %s is open", in.ID)
	}
	delete(f.open, in.ID)
	return nil, nil, f.save(p.name, p.data)
}

func main() {
	f := &files{open: map[string]*pending{}}
	s := mcp.NewServer(&mcp.Implementation{Name: "files"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "begin_file"}, f.begin)
	mcp.AddTool(s, &mcp.Tool{Name: "add_to_file"}, f.add)
	mcp.AddTool(s, &mcp.Tool{Name: "finish_file"}, f.finish)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
