// with github.com/mark3labs/mcp-go@v1.2.1

// An API of declared operations hands calls on to servers that it was connected
// with at start.
package main

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

type upstreams struct {
	clients map[string]*client.Client // want "^high sure main.upstreams.clients: one session with another MCP server is opened at start and serves every caller"
}

func (u *upstreams) connect(name, url string) error {
	c, err := client.NewStreamableHttpClient(url)
	if err != nil {
		return err
	}
	if _, err := c.Initialize(context.Background(), mcp.InitializeRequest{}); err != nil {
		return err
	}
	u.clients[name] = c
	return nil
}

type call struct {
	Server string `path:"server"`
	Tool   string `path:"tool"`
}

type answer struct{ Body any }

func routes(api huma.API, u *upstreams) {
	huma.Register(api, huma.Operation{OperationID: "call", Method: http.MethodPost, Path: "/servers/{server}/tools/{tool}"},
		func(ctx context.Context, in *call) (*answer, error) {
			c, ok := u.clients[in.Server]
			if !ok {
				return nil, errors.New("no such server")
			}
			req := mcp.CallToolRequest{}
			req.Params.Name = in.Tool
			res, err := c.CallTool(ctx, req)
			return &answer{Body: res}, err
		})
}

func serve(api huma.API, servers map[string]string) error {
	u := &upstreams{clients: map[string]*client.Client{}}
	for name, url := range servers {
		if err := u.connect(name, url); err != nil {
			return err
		}
	}
	routes(api, u)
	return http.ListenAndServe(":8080", nil)
}

func main() {
	if err := serve(nil, map[string]string{"time": "http://localhost:9000/mcp"}); err != nil {
		panic(err)
	}
}
