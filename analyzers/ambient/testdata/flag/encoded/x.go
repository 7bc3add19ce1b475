// A whole list is kept as one piece of JSON that every call decodes and writes
// anew.
package main

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type store interface {
	read() ([]byte, error)
	write([]byte) error
}

type inMemory struct {
	data []byte // want "^medium (sure|likely) main.inMemory.data: one request sets this value"
}

func (m *inMemory) read() ([]byte, error) { return m.data, nil }
func (m *inMemory) write(b []byte) error  { m.data = b; return nil }

type notes struct{ s store }

type in struct{ Text string }

func (n notes) list() ([]string, error) {
	b, err := n.s.read()
	if err != nil || len(b) == 0 {
		return nil, err
	}
	var out []string
	err = json.Unmarshal(b, &out)
	return out, err
}

func (n notes) add(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	l, err := n.list()
	if err != nil {
		return nil, nil, err
	}
	b, err := json.Marshal(append(l, a.Text))
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, n.s.write(b)
}

func (n notes) all(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	l, err := n.list()
	return nil, l, err
}

func main() {
	n := notes{&inMemory{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "notes"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "add"}, n.add)
	mcp.AddTool(srv, &mcp.Tool{Name: "all"}, n.all)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
