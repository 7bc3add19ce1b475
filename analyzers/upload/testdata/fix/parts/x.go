// Files whose parts come with several calls, one after the other and by number.
package main

import (
	"context"
	"errors"
	"net/http"
	"os"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type file struct {
	Name  string
	Data  []byte
	Parts map[int]string
}

type uploads struct {
	mu   sync.Mutex
	open map[string]*file
}

type in struct {
	ID    string `json:"id"`
	Name  string `json:"name,omitempty"`
	Chunk []byte `json:"chunk,omitempty"`
}

func (u *uploads) begin(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.open[a.ID] = &file{Name: a.Name, Parts: map[int]string{}}
	return nil, a.ID, nil
}

func (u *uploads) add(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	f, err := u.find(a.ID)
	if err != nil {
		return nil, nil, err
	}
	f.Data = append(f.Data, a.Chunk...)
	return nil, len(f.Data), nil
}

func (u *uploads) finish(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	f, err := u.find(a.ID)
	if err != nil {
		return nil, nil, err
	}
	delete(u.open, a.ID)
	return nil, nil, os.WriteFile(f.Name, f.Data, 0o600)
}

func (u *uploads) find(id string) (*file, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	f, ok := u.open[id]
	if !ok {
		return nil, errors.New("no such upload")
	}
	return f, nil
}

func main() {
	u := &uploads{open: map[string]*file{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "files"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "begin_upload", Description: "Begins an upload."}, u.begin)
	mcp.AddTool(srv, &mcp.Tool{Name: "add_chunk", Description: "Adds a part."}, u.add)
	mcp.AddTool(srv, &mcp.Tool{Name: "finish_upload", Description: "Stores the file."}, u.finish)
	http.ListenAndServe("", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
