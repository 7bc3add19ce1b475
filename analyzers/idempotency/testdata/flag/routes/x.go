// One tool has many actions, which it finds in a map: that one of them takes away
// what another makes does not undo it.
package main

import (
	"context"
	"fmt"

	"github.com/digitalocean/godo"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Action string
	ID     int
	Name   string
}

type route func(ctx context.Context, c *godo.Client, a in) error

var routes = map[string]route{
	"create": create,
	"delete": remove,
}

func create(ctx context.Context, c *godo.Client, a in) error {
	return c.Volumes.CreateSnapshot(ctx, a.Name) // want "tool volume_snapshot: .*godo.StorageService.CreateSnapshot is called twice"
}

func remove(ctx context.Context, c *godo.Client, a in) error {
	return c.Volumes.DeleteSnapshot(ctx, a.Name)
}

type cloud struct{ c *godo.Client }

func (s *cloud) snapshot(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	do, ok := routes[a.Action]
	if !ok {
		return nil, nil, fmt.Errorf("no action %s", a.Action)
	}
	return nil, nil, do(ctx, s.c, a)
}

func main() {
	c := &cloud{}
	s := mcp.NewServer(&mcp.Implementation{Name: "cloud"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "volume_snapshot", Description: "Manages the snapshots of volumes."}, c.snapshot)
	mcp.NewStreamableHTTPHandler(nil, nil)
}
