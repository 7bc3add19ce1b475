package fix

import (
	"strings"
	"testing"
)

// diary appends to a map under names that callers choose, behind a pointer and in the map itself, and has a tool that only sets.
const diary = `package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type page struct {
	Lines []string
	Title string
}

type diary struct {
	pages map[string]*page
	tags  map[string][]string
}

type in struct {
	Day  string ` + "`json:\"day\"`" + `
	Text string ` + "`json:\"text\"`" + `
}

type lineIn struct {
	Day  string ` + "`json:\"day\"`" + `
	Text string ` + "`json:\"text\"`" + `
}

type tagIn struct {
	Day  string ` + "`json:\"day\"`" + `
	Text string ` + "`json:\"text\"`" + `
}

type viewIn struct {
	Day string ` + "`json:\"day\"`" + `
}

func (d *diary) title(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	d.pages[a.Day] = &page{Title: a.Text}
	return nil, nil, nil
}

func (d *diary) line(ctx context.Context, req *mcp.CallToolRequest, a lineIn) (*mcp.CallToolResult, any, error) {
	p, ok := d.pages[a.Day]
	if !ok {
		return nil, nil, errors.New("no such page")
	}
	p.Lines = append(p.Lines, a.Text)
	return nil, nil, nil
}

func (d *diary) tag(ctx context.Context, req *mcp.CallToolRequest, a tagIn) (*mcp.CallToolResult, any, error) {
	d.tags[a.Day] = append(d.tags[a.Day], a.Text)
	return nil, nil, nil
}

func (d *diary) view(ctx context.Context, req *mcp.CallToolRequest, a viewIn) (*mcp.CallToolResult, any, error) {
	p, ok := d.pages[a.Day]
	tags, tagged := d.tags[a.Day]
	if !ok || !tagged {
		return nil, nil, errors.New("no such page")
	}
	return nil, map[string]any{"page": p, "tags": tags}, nil
}

func main() {
	d := &diary{pages: map[string]*page{}, tags: map[string][]string{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "diary", Version: "1"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "set_title", Description: "Begin a page."}, d.title)
	mcp.AddTool(srv, &mcp.Tool{Name: "add_line", Description: "Add a line to a page."}, d.line)
	mcp.AddTool(srv, &mcp.Tool{Name: "add_tag", Description: "Add a tag to a page."}, d.tag)
	mcp.AddTool(srv, &mcp.Tool{Name: "view_page", Description: "Show a page."}, d.view)
	log.Fatal(http.ListenAndServe(os.Args[1], mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil)))
}
`

// What is appended to the store is appended twice by a repetition, as it was in memory: a map that has moved still has its idempotency
// findings, and they can be rewritten later.
func TestStoredEffects(t *testing.T) {
	dir := module(t, map[string]string{"main.go": diary})
	withHandles(t, dir, "memory")
	o := at(dir)
	o.Review = true
	o.Rules = []string{"workflow"}
	res := run1(t, o)
	if len(res.Applied) != 2 || len(res.RolledBack) > 0 {
		t.Fatalf("applied %q, rolled back %q", outcomes(res.Applied), outcomes(res.RolledBack))
	}
	if err := res.Write(); err != nil {
		t.Fatal(err)
	}
	o.Rules = []string{"idempotency"}
	var got []string
	for _, a := range run1(t, o).Applied {
		got = append(got, a.Object)
	}
	if strings.Join(got, ", ") != "tool add_line, tool add_tag" && strings.Join(got, ", ") != "tool add_tag, tool add_line" {
		t.Errorf("idempotency of %q", got)
	}
}
