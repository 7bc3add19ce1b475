// Which of the entries is the current one is a mark on it, which a tool sets.
package main

import (
	"context"
	"errors"
	"net/http"
	"os"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type profile struct {
	name    string
	current bool
}

type profiles struct {
	mu   sync.Mutex
	list []profile // want "^high sure main.profiles.list: one request sets this value"
}

func (p *profiles) load() {
	p.mu.Lock()
	defer p.mu.Unlock()
	was := ""
	for _, o := range p.list {
		if o.current {
			was = o.name
		}
	}
	b, _ := os.ReadFile("profiles")
	var list []profile
	for _, name := range strings.Fields(string(b)) {
		list = append(list, profile{name: name, current: name == was})
	}
	p.list = list
}

func (p *profiles) use(name string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	found := false
	for i := range p.list {
		if p.list[i].name == name {
			p.list[i].current, found = true, true
		} else {
			p.list[i].current = false
		}
	}
	if !found {
		return errors.New("no such profile")
	}
	return nil
}

func (p *profiles) now() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, o := range p.list {
		if o.current {
			return o.name
		}
	}
	return ""
}

type named struct{ Name string }

func main() {
	p := &profiles{}
	srv := mcp.NewServer(&mcp.Implementation{Name: "profiles"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "use"}, func(ctx context.Context, req *mcp.CallToolRequest, in named) (*mcp.CallToolResult, any, error) {
		p.load()
		return nil, "used", p.use(in.Name)
	})
	mcp.AddTool(srv, &mcp.Tool{Name: "now"}, func(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		p.load()
		return nil, p.now(), nil
	})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
