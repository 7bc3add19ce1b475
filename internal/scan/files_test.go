package scan

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/analyzers"
	"github.com/mcpaudit/mcpaudit/analyzers/engine"
)

const filesModule = `
-- go.mod --
module example.com/m

go 1.26

require github.com/modelcontextprotocol/go-sdk v1.8.0

replace github.com/modelcontextprotocol/go-sdk => ./sdk
-- sdk/go.mod --
module github.com/modelcontextprotocol/go-sdk
-- sdk/mcp/mcp.go --
package mcp

import "context"

type Server struct{}

type Tool struct{ Name string }

type CallToolRequest struct{}

type CallToolResult struct{}

type Implementation struct{}

type ServerOptions struct{}

func NewServer(*Implementation, *ServerOptions) *Server { return nil }

func AddTool[In, Out any](s *Server, t *Tool, h func(context.Context, *CallToolRequest, In) (*CallToolResult, Out, error)) {
}
-- main.go --
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type In struct{ ID, Path string }

type store struct{ dir, config, scratch string }

func (s *store) file(id string) string { return filepath.Join(s.dir, id+".json") }

// One tool writes, another reads.
func (s *store) save(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
	return nil, nil, os.WriteFile(s.file(in.ID), nil, 0o600)
}

func (s *store) load(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
	_, err := os.ReadFile(s.file(in.ID))
	return nil, nil, err
}

// The same below the folder for temporary files.
func export(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
	dir := filepath.Join(os.TempDir(), "exports")
	_, err := os.Create(filepath.Join(dir, in.ID))
	return nil, nil, err
}

func download(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
	_, err := os.Open(fmt.Sprintf("%s/%s", filepath.Join(os.TempDir(), "exports"), in.ID))
	return nil, nil, err
}

// A file of one call: who reads it has written it.
func (s *store) convert(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
	p := filepath.Join(s.scratch, in.ID)
	if err := os.WriteFile(p, nil, 0o600); err != nil {
		return nil, nil, err
	}
	_, err := os.ReadFile(p)
	return nil, nil, err
}

// A file that the caller names, and one that is written at the start.
func copied(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
	return nil, nil, os.WriteFile(in.Path, nil, 0o600)
}

func (s *store) settings(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
	if _, err := os.ReadFile(in.Path); err != nil {
		return nil, nil, err
	}
	_, err := os.ReadFile(s.config)
	return nil, nil, err
}

// What a literal captures lasts, what it is given does not.
func register(srv *mcp.Server, root string) {
	mcp.AddTool(srv, &mcp.Tool{Name: "put"}, func(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
		return nil, nil, os.WriteFile(filepath.Join(root, in.ID), nil, 0o600)
	})
	mcp.AddTool(srv, &mcp.Tool{Name: "get"}, func(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
		_, err := os.ReadFile(filepath.Join(root, in.ID))
		return nil, nil, err
	})
}

func main() {
	s := &store{dir: os.Args[1], config: os.Args[2]}
	if err := os.WriteFile(s.config, nil, 0o600); err != nil {
		panic(err)
	}
	srv := mcp.NewServer(nil, nil)
	register(srv, os.Args[3])
	mcp.AddTool(srv, &mcp.Tool{Name: "save"}, s.save)
	mcp.AddTool(srv, &mcp.Tool{Name: "load"}, s.load)
	mcp.AddTool(srv, &mcp.Tool{Name: "export"}, export)
	mcp.AddTool(srv, &mcp.Tool{Name: "download"}, download)
	mcp.AddTool(srv, &mcp.Tool{Name: "convert"}, s.convert)
	mcp.AddTool(srv, &mcp.Tool{Name: "copied"}, copied)
	mcp.AddTool(srv, &mcp.Tool{Name: "settings"}, s.settings)
}
`

func TestKeptFiles(t *testing.T) {
	ld := loadText(t, filesModule)
	places := ld.files()
	judged := engine.Judge(engine.Builtin(), ld.summarise(), analyzers.All(), ruleNames())
	var got []string
	for _, u := range kept(places, judged) {
		got = append(got, fmt.Sprintf("%s %s %q: %s, %s at %s:%d", u.Kind, u.Function, u.Path, u.By, u.Reader.Name, u.Reader.File, u.Reader.Line))
	}
	slices.Sort(got)
	want := `files main.export "/tmp/exports": export, download at main.go:36|files main.register "": put, get at main.go:69|files main.store.save "": save, load at main.go:24`
	if all := strings.Join(got, "|"); all != want {
		t.Errorf("got  %s\nwant %s", all, want)
	}
}
