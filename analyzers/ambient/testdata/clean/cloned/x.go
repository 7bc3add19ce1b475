// Each call changes a copy of the configuration.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type app struct{ base *http.Transport }

type in struct{ Host string }

func (a *app) ask(ctx context.Context, req *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	t := a.base.Clone()
	t.TLSClientConfig.ServerName = i.Host
	c := http.Client{Transport: t}
	res, err := c.Get("https://" + i.Host)
	if err != nil {
		return nil, nil, err
	}
	return nil, res.Status, nil
}

func main() {
	a := &app{base: http.DefaultTransport.(*http.Transport)}
	srv := mcp.NewServer(&mcp.Implementation{Name: "ask"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "ask"}, a.ask)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
