// Programs connect to the server over gRPC and bring the tools that MCP clients
// then list: they are known where the program is connected.
package main

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"google.golang.org/grpc"

	pb "example.com/app/rpc"
)

type helper struct{ name, text string }

type helpers struct {
	mu  sync.Mutex
	all map[string]*helper // want "^high sure main.helpers.all: what one call stores here"
}

func (h *helpers) Register(ctx context.Context, in *pb.Helper) (*pb.Nothing, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all[in.Name] = &helper{in.Name, in.Text}
	return &pb.Nothing{}, nil
}

func (h *helpers) describe(ctx context.Context, req *mcp.CallToolRequest, in struct{ Name string }) (*mcp.CallToolResult, any, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	one, ok := h.all[in.Name]
	if !ok {
		return nil, nil, errors.New("no such helper")
	}
	return nil, one.text, nil
}

func main() {
	h := &helpers{all: map[string]*helper{}}
	g := grpc.NewServer()
	pb.RegisterHelpersServer(g, h)
	l, _ := net.Listen("tcp", ":9090")
	go g.Serve(l)
	srv := mcp.NewServer(&mcp.Implementation{Name: "helpers"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "describe"}, h.describe)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
