// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// What a request puts into its context only travels along when another service
// is asked: what that service calls itself is the same for every caller.
package main

import (
	"context"
	"encoding/json"
	"net/http"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type userKey struct{}

type models struct {
	last atomic.Pointer[string]
}

func (m *models) name(ctx context.Context) string {
	id, err := ask(ctx)
	if err != nil {
		id = ""
		if last := m.last.Load(); last != nil {
			id = *last
		}
	} else {
		m.last.Store(&id)
	}
	return id
}

func ask(ctx context.Context) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://models.example/info", nil)
	if err != nil {
		return "", err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	var info struct{ ID string }
	err = json.NewDecoder(resp.Body).Decode(&info)
	return info.ID, err
}

type in struct {
	User string `json:"user"`
}

func main() {
	m := &models{}
	s := mcp.NewServer(&mcp.Implementation{Name: "models"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "model"}, func(ctx context.Context, req *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
		ctx = context.WithValue(ctx, userKey{}, in.User)
		return nil, map[string]string{"model": m.name(ctx)}, nil
	})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
