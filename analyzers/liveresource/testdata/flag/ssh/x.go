// Connections by host, in a package variable.
package main

import (
	"context"
	"fmt"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/crypto/ssh"
)

var conns sync.Map // want "^high sure main.conns: a live resource stays open here"

type in struct{ Host, Command string }

func connect(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	c, err := ssh.Dial("tcp", a.Host+":22", &ssh.ClientConfig{User: "root"})
	if err != nil {
		return nil, nil, err
	}
	conns.Store(a.Host, c)
	return nil, "connected", nil
}

func run(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	v, ok := conns.Load(a.Host)
	if !ok {
		return nil, nil, fmt.Errorf("not connected to %s", a.Host)
	}
	sess, err := v.(*ssh.Client).NewSession()
	if err != nil {
		return nil, nil, err
	}
	defer sess.Close()
	out, err := sess.Output(a.Command)
	return nil, string(out), err
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "ssh"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "connect"}, connect)
	mcp.AddTool(srv, &mcp.Tool{Name: "run"}, run)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
