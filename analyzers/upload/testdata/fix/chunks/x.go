// Chunks in buffers, and loops that take old ones away.
package main

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type file struct {
	data  bytes.Buffer
	notes strings.Builder
	begun time.Time
}

type files struct {
	mu   sync.Mutex
	open map[string]*file
}

func newFiles() *files {
	f := &files{open: map[string]*file{}}
	go f.tidy()
	go func() {
		for range time.Tick(time.Minute) {
			f.mu.Lock()
			for id, x := range f.open {
				if x.data.Len() == 0 && time.Since(x.begun) > time.Minute {
					delete(f.open, id)
				}
			}
			f.mu.Unlock()
		}
	}()
	return f
}

func (f *files) tidy() {
	for range time.Tick(time.Hour) {
		f.sweep(24 * time.Hour)
	}
}

func (f *files) sweep(age time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for id, x := range f.open {
		if time.Since(x.begun) > age {
			delete(f.open, id)
		}
	}
}

type in struct {
	ID    string `json:"id"`
	Chunk string `json:"chunk,omitempty"`
}

func (f *files) begin(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open[a.ID] = &file{begun: time.Now()}
	return nil, nil, nil
}

func (f *files) add(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	x, ok := f.open[a.ID]
	if !ok {
		return nil, nil, errors.New("no such file")
	}
	x.data.WriteString(a.Chunk)
	x.notes.WriteByte('.')
	return nil, nil, nil
}

func (f *files) finish(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	x, ok := f.open[a.ID]
	if !ok {
		return nil, nil, errors.New("no such file")
	}
	delete(f.open, a.ID)
	return nil, x.data.String() + x.notes.String(), nil
}

func main() {
	f := newFiles()
	srv := mcp.NewServer(&mcp.Implementation{Name: "files"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "begin", Description: "Begins a file."}, f.begin)
	mcp.AddTool(srv, &mcp.Tool{Name: "add", Description: "Adds a chunk."}, f.add)
	mcp.AddTool(srv, &mcp.Tool{Name: "finish", Description: "Ends a file."}, f.finish)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
