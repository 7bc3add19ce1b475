// Sessions of a database driver.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type session struct{ id string }

func (s *session) ID() string { return s.id }

type driver struct{}

func (driver) NewSession() *session { return &session{id: "db"} }

func query(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	s := driver{}.NewSession()
	if s.ID() == "" {
		return &mcp.CallToolResult{IsError: true}, nil, nil
	}
	return nil, s.ID(), nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "query"}, query)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
