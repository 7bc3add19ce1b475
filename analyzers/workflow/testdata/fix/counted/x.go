// Notes under ids that each process counts up, in variables that handlers share,
// and lists whose entries are changed in place.
package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type note struct{ ID, Text string }

type in struct{ ID, Text string }

var next int

func main() {
	notes := make(map[string]*note)
	lines := map[string][]string{}
	srv := mcp.NewServer(&mcp.Implementation{Name: "notes"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "add_note"}, func(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
		next++
		n := &note{ID: fmt.Sprintf("note-%d", next), Text: a.Text}
		notes[n.ID] = n
		return nil, n.ID, nil
	})
	mcp.AddTool(srv, &mcp.Tool{Name: "add_line"}, func(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
		if n := notes[a.ID]; n == nil {
			return nil, nil, errors.New("no such note")
		}
		lines[a.ID] = append(lines[a.ID], a.Text)
		return nil, nil, nil
	})
	mcp.AddTool(srv, &mcp.Tool{Name: "last_line"}, func(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
		list, ok := lines[a.ID]
		if !ok {
			return nil, nil, errors.New("no such note")
		}
		return nil, list[len(list)-1], nil
	})
	http.ListenAndServe("", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
