// What a service beside MCP keeps for itself is its own business.
package main

import (
	"context"
	"net"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"google.golang.org/grpc"

	pb "example.com/app/rpc"
)

type counts struct {
	mu  sync.Mutex
	all map[string]int
}

func (c *counts) Register(ctx context.Context, in *pb.Helper) (*pb.Nothing, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all[in.Name]++
	return &pb.Nothing{}, nil
}

func (c *counts) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all = nil
	return nil
}

func main() {
	c := &counts{all: map[string]int{}}
	defer c.Close()
	g := grpc.NewServer()
	pb.RegisterHelpersServer(g, c)
	l, _ := net.Listen("tcp", ":9090")
	go g.Serve(l)
	srv := mcp.NewServer(&mcp.Implementation{Name: "helpers"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "ping"}, func(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		return nil, "pong", nil
	})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
