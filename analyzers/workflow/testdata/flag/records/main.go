// Records that start-up loads and requests add to: what a tool changes in one of
// them is part of the container.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"sync"

	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type device struct {
	ID, Name string
	Room     string
}

var devices sync.Map // want "^high sure main.devices: what one call stores here"

func load() {
	b, _ := os.ReadFile("devices")
	var lines []string
	json.Unmarshal(b, &lines)
	for _, l := range lines {
		var d device
		if json.Unmarshal([]byte(l), &d) == nil {
			devices.Store(d.ID, &d)
		}
	}
}

func get(id string) *device {
	if d, ok := devices.Load(id); ok {
		return d.(*device)
	}
	return nil
}

type input struct{ ID, Name, Room string }

func add(ctx context.Context, req *mcp.CallToolRequest, in input) (*mcp.CallToolResult, any, error) {
	d := &device{ID: uuid.New().String(), Name: in.Name}
	devices.Store(d.ID, d)
	return nil, d.ID, nil
}

func move(ctx context.Context, req *mcp.CallToolRequest, in input) (*mcp.CallToolResult, any, error) {
	d := get(in.ID)
	if d == nil {
		return nil, nil, errors.New("no such device")
	}
	d.Room = in.Room
	return nil, "moved", nil
}

func where(ctx context.Context, req *mcp.CallToolRequest, in input) (*mcp.CallToolResult, any, error) {
	d := get(in.ID)
	if d == nil {
		return nil, nil, errors.New("no such device")
	}
	return nil, d.Room, nil
}

func main() {
	load()
	srv := mcp.NewServer(&mcp.Implementation{Name: "devices"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "add"}, add)
	mcp.AddTool(srv, &mcp.Tool{Name: "move"}, move)
	mcp.AddTool(srv, &mcp.Tool{Name: "where"}, where)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
