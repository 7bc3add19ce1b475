// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// Start-up and requests fill settings with the same methods: start-up those that
// it keeps, each request those that it has made for itself.
package main

import (
	"context"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type settings struct {
	Name string
	Port int
}

func (s *settings) named(name string) *settings {
	if s.Name == "" {
		s.Name = name
	}
	return s
}

func (s *settings) ported(port int) *settings {
	s.Port = port
	return s
}

func fill(s *settings, name string, port int) {
	s.named(name)
	s.ported(port)
}

type server struct{ own *settings }

type in struct {
	Name string `json:"name"`
	Port int    `json:"port"`
}

func (s *server) render(ctx context.Context, req *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	mine := &settings{}
	fill(mine, in.Name, in.Port)
	return nil, map[string]any{"mine": mine.Name, "by": s.own.Name, "port": s.own.Port}, nil
}

func main() {
	s := &server{own: &settings{}}
	fill(s.own, os.Getenv("NAME"), 80)
	srv := mcp.NewServer(&mcp.Implementation{Name: "settings"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "render"}, s.render)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
