// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// A name that is no id makes the server list what there is: every id of the list is
// remembered, and nothing of the failure.
package main

import (
	"bufio"
	"context"
	"errors"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type clusters struct{ ids sync.Map }

func (c *clusters) resolve(name string) (string, error) {
	if _, ok := c.ids.Load(name); ok {
		return name, nil
	}
	one, err := http.Get("https://clusters.example.com/" + name)
	if err != nil {
		list, err := http.Get("https://clusters.example.com/")
		if err != nil {
			return "", err
		}
		defer list.Body.Close()
		for lines := bufio.NewScanner(list.Body); lines.Scan(); {
			c.ids.Store(lines.Text(), struct{}{})
		}
		return "", errors.New("no such cluster")
	}
	return name, one.Body.Close()
}

type of struct{ Cluster string }

func (c *clusters) show(ctx context.Context, req *mcp.CallToolRequest, in of) (*mcp.CallToolResult, any, error) {
	id, err := c.resolve(in.Cluster)
	return nil, id, err
}

func main() {
	c := &clusters{}
	s := mcp.NewServer(&mcp.Implementation{Name: "clusters"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "show_cluster"}, c.show)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
