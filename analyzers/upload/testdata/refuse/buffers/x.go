// Parts in buffers, which JSON would not bring back.
package main

import (
	"bytes"
	"context"
	"errors"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type uploads struct {
	open map[string]*bytes.Buffer // refuse "the field bytes.Buffer.buf is not exported"
}

type in struct {
	ID    string `json:"id"`
	Chunk []byte `json:"chunk,omitempty"`
}

func (u *uploads) add(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	b := u.open[a.ID]
	if b == nil {
		b = &bytes.Buffer{}
		u.open[a.ID] = b
	}
	_, err := b.Write(a.Chunk)
	return nil, nil, err
}

func (u *uploads) finish(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	b, ok := u.open[a.ID]
	if !ok {
		return nil, nil, errors.New("no such upload")
	}
	return nil, b.String(), nil
}

func main() {
	u := &uploads{open: map[string]*bytes.Buffer{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "files"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "add_chunk"}, u.add)
	mcp.AddTool(srv, &mcp.Tool{Name: "finish_upload"}, u.finish)
	http.ListenAndServe("", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
