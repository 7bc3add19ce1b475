package client

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Lists is what a server says of itself: the lists in the order of the server, by the name of the list.
type Lists struct {
	Server       string // name and version
	Instructions string
	Entries      map[string][]Entry // "tools", "prompts", "resources", "resource templates"
}

// Entry is one element of a list.
type Entry struct {
	Name string
	Doc  any // all of it
}

// ListNames are the lists of a server, in the order in which they are compared.
var ListNames = []string{"tools", "prompts", "resources", "resource templates"}

// Lists asks for all lists. The session should be a fresh one, since the SDK keeps answers for as long as the server allows.
func (s *Session) Lists(ctx context.Context) (*Lists, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, s.opts.Timeout, fmt.Errorf("no answer within %s", s.opts.Timeout))
	defer cancel()
	init := s.session.InitializeResult()
	l := &Lists{Instructions: init.Instructions, Entries: make(map[string][]Entry)}
	if init.ServerInfo != nil {
		l.Server = init.ServerInfo.Name + " " + init.ServerInfo.Version
	}
	caps := init.Capabilities
	if caps == nil {
		caps = &mcp.ServerCapabilities{}
	}
	add := func(list, name string, v any) {
		l.Entries[list] = append(l.Entries[list], Entry{name, tree(v)})
	}
	if caps.Tools != nil {
		for t, err := range s.session.Tools(ctx, nil) {
			if err != nil {
				return nil, fmt.Errorf("tools/list: %s", plain(cause(ctx, err)))
			}
			add("tools", t.Name, t)
		}
	}
	if caps.Prompts != nil {
		for p, err := range s.session.Prompts(ctx, nil) {
			if err != nil {
				return nil, fmt.Errorf("prompts/list: %s", plain(cause(ctx, err)))
			}
			add("prompts", p.Name, p)
		}
	}
	if caps.Resources != nil {
		for r, err := range s.session.Resources(ctx, nil) {
			if err != nil {
				return nil, fmt.Errorf("resources/list: %s", plain(cause(ctx, err)))
			}
			add("resources", r.URI, r)
		}
		for r, err := range s.session.ResourceTemplates(ctx, nil) {
			if err != nil {
				return nil, fmt.Errorf("resources/templates/list: %s", plain(cause(ctx, err)))
			}
			add("resource templates", r.URITemplate, r)
		}
	}
	return l, nil
}

// Tools lists the tools of a server.
func (s *Session) Tools(ctx context.Context) ([]*mcp.Tool, error) {
	var tools []*mcp.Tool
	for t, err := range s.session.Tools(ctx, nil) {
		if err != nil {
			return nil, cause(ctx, err)
		}
		tools = append(tools, t)
	}
	return tools, nil
}
