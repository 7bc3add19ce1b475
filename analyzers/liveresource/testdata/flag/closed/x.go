// Every call closes the connection that all share.
package main

import (
	"context"
	"errors"
	"net"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var shared net.Conn // want "^medium likely main.shared: all calls share this resource and one closes it when it is done"

func connection() (net.Conn, error) {
	if shared == nil {
		return nil, errors.New("not connected")
	}
	return shared, nil
}

func send(ctx context.Context, req *mcp.CallToolRequest, in struct{ Text string }) (*mcp.CallToolResult, any, error) {
	c, err := connection()
	if err != nil {
		return nil, nil, err
	}
	defer c.Close()
	_, err = c.Write([]byte(in.Text))
	return nil, "sent", err
}

func main() {
	c, err := net.Dial("tcp", "127.0.0.1:9000")
	if err != nil {
		panic(err)
	}
	shared = c
	srv := mcp.NewServer(&mcp.Implementation{Name: "line"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "send"}, send)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
