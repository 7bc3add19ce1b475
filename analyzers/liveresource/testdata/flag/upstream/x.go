// One session with another MCP server, opened at start, serves every caller.
package main

import (
	"context"
	"log"
	"net/http"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type proxy struct {
	session *mcp.ClientSession // want "^high sure main.proxy.session: one session with another MCP server is opened at start"
}

type in struct{ Tool string }

func (p *proxy) call(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	res, err := p.session.CallTool(ctx, &mcp.CallToolParams{Name: a.Tool})
	return res, nil, err
}

func main() {
	c := mcp.NewClient(&mcp.Implementation{Name: "proxy"}, nil)
	sess, err := c.Connect(context.Background(), &mcp.CommandTransport{Command: exec.Command("upstream")}, nil)
	if err != nil {
		log.Fatal(err)
	}
	p := &proxy{session: sess}
	srv := mcp.NewServer(&mcp.Implementation{Name: "proxy"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "call"}, p.call)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
