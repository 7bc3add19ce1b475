// The device is as live as a browser page, but no table lists its type: the
// workflow around it is reported by other rules, the open handle is not.
package main

import (
	"context"
	"net/http"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type device struct{ port int }

type bench struct {
	devices map[string]*device
	probe   *exec.Cmd // want "^high sure main.bench.probe: a live resource"
}

type in struct{ Name string }

func (b *bench) open(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	b.devices[a.Name] = &device{port: len(b.devices)}
	b.probe = exec.Command("probe", a.Name)
	return nil, nil, b.probe.Start()
}

func (b *bench) read(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	d, ok := b.devices[a.Name]
	if !ok || b.probe == nil {
		return &mcp.CallToolResult{IsError: true}, nil, nil
	}
	return nil, d.port, b.probe.Wait()
}

func main() {
	b := &bench{devices: map[string]*device{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "bench"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "open"}, b.open)
	mcp.AddTool(srv, &mcp.Tool{Name: "read"}, b.read)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
