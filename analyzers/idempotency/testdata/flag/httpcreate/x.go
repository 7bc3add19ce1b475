// One helper sends every request: which method and path it sends is the
// caller's, so only the tool that creates is found.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type api struct {
	base string
	http *http.Client
}

func (a *api) do(ctx context.Context, method, path string, body, out any) error {
	buf, err := json.Marshal(body)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, method, a.base+path, bytes.NewReader(buf))
	if err != nil {
		return err
	}
	res, err := a.http.Do(req) // want `^low sure tool add_note: .*POST /v1/notes is sent twice`
	if err != nil {
		return err
	}
	defer res.Body.Close()
	return json.NewDecoder(res.Body).Decode(out)
}

type noteIn struct{ Text string }

type note struct{ ID, Text string }

func (a *api) add(ctx context.Context, _ *mcp.CallToolRequest, in noteIn) (*mcp.CallToolResult, note, error) {
	var n note
	err := a.do(ctx, http.MethodPost, "/v1/notes", in, &n)
	return nil, n, err
}

type idIn struct{ ID string }

func (a *api) get(ctx context.Context, _ *mcp.CallToolRequest, in idIn) (*mcp.CallToolResult, note, error) {
	var n note
	err := a.do(ctx, http.MethodGet, fmt.Sprintf("/v1/notes/%s", in.ID), nil, &n)
	return nil, n, err
}

func (a *api) replace(ctx context.Context, _ *mcp.CallToolRequest, in note) (*mcp.CallToolResult, note, error) {
	var n note
	err := a.do(ctx, http.MethodPut, "/v1/notes/"+in.ID, in, &n)
	return nil, n, err
}

func main() {
	a := &api{base: "https://notes.example", http: http.DefaultClient}
	s := mcp.NewServer(&mcp.Implementation{Name: "notes"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "add_note", Description: "Adds a note."}, a.add)
	mcp.AddTool(s, &mcp.Tool{Name: "get_note", Description: "Returns one note."}, a.get)
	mcp.AddTool(s, &mcp.Tool{Name: "replace_note", Description: "Replaces a note."}, a.replace)
	s.Run(context.Background(), &mcp.StdioTransport{})
}
