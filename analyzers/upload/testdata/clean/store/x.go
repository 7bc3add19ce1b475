// Pieces go to a store that all replicas share, at the offset that is named.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type objects interface {
	WriteAt(ctx context.Context, key string, offset int64, data []byte) error
	Read(ctx context.Context, key string) ([]byte, error)
}

type chunk struct {
	ID     string
	Offset int64
	Data   []byte
}

type tools struct{ objects objects }

func (t *tools) upload(ctx context.Context, req *mcp.CallToolRequest, in chunk) (*mcp.CallToolResult, any, error) {
	return nil, nil, t.objects.WriteAt(ctx, in.ID, in.Offset, in.Data)
}

func main() {
	t := &tools{}
	s := mcp.NewServer(&mcp.Implementation{Name: "files"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "upload_chunk"}, t.upload)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
