package fix

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// desk has tools that share a struct of arguments, which its test makes without names, and a handler that the test calls.
var desk = map[string]string{
	"main.go": `package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type ticket struct {
	Title string ` + "`json:\"title\" jsonschema:\"what it is about\"`" + `
}

type desk struct{ file string }

func (d *desk) appends(data []byte) error {
	f, err := os.OpenFile(d.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.Write(append(data, '\n'))
	return err
}

// open makes a ticket.
func (d *desk) open(_ context.Context, _ *mcp.CallToolRequest, in ticket) (*mcp.CallToolResult, any, error) {
	data, err := json.Marshal(in)
	if err != nil {
		return nil, nil, err
	}
	return text("created " + in.Title), nil, d.appends(data)
}

func (d *desk) look(_ context.Context, _ *mcp.CallToolRequest, in ticket) (*mcp.CallToolResult, any, error) {
	return text("no ticket about " + in.Title), nil, nil
}

type order struct{ Item string }

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

func main() {
	d := &desk{file: os.Getenv("DESK")}
	srv := mcp.NewServer(&mcp.Implementation{Name: "desk", Version: "1"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "create_ticket", Description: "Create a ticket."}, d.open)
	mcp.AddTool(srv, &mcp.Tool{Name: "find_ticket", Description: "Find a ticket."}, d.look)
	mcp.AddTool(srv, &mcp.Tool{Name: "place_order", Description: "Place an order."}, func(_ context.Context, _ *mcp.CallToolRequest, in order) (*mcp.CallToolResult, any, error) {
		return text("placed"), nil, d.appends([]byte("order " + in.Item))
	})
	srv.AddTool(&mcp.Tool{
		Name:        "append_line",
		Description: "Append a line.",
		InputSchema: map[string]any{"type": "object", "properties": map[string]any{}},
	}, func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return text("appended"), d.appends(req.Params.Arguments)
	})
	log.Fatal(http.ListenAndServe(os.Args[1], mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true})))
}
`,
	"main_test.go": `package main

import (
	"path/filepath"
	"testing"
)

func TestOpen(t *testing.T) {
	d := &desk{file: filepath.Join(t.TempDir(), "desk")}
	for _, in := range []ticket{{"a"}, {Title: "b"}} {
		if _, _, err := d.open(t.Context(), nil, in); err != nil {
			t.Error(err)
		}
	}
	if _, _, err := d.open(t.Context(), nil, ticket{"c"}); err != nil {
		t.Error(err)
	}
	if (order{"pen"}).Item != "pen" {
		t.Error("no pen")
	}
}
`,
}

// Only the tools that change something take a key, whoever shares their arguments; what they send is what it was; the module's tests
// pass before and after.
func TestRepeatedCalls(t *testing.T) {
	file := filepath.Join(t.TempDir(), "desk")
	t.Setenv("DESK", file)
	dir := module(t, desk)
	withHandles(t, dir, "sqlite")
	command(t, dir, nil, "go", "test", ".")
	o := at(dir)
	o.Rules = []string{"idempotency"}
	res := run1(t, o)
	contains(t, "applied", res.Applied, "idempotency", "idempotency", "idempotency")
	if err := res.Write(); err != nil {
		t.Fatal(err)
	}
	if again := run1(t, o); len(again.Files) > 0 {
		t.Errorf("a second run changes %s", again.Files[0].Diff(again.Root))
	}
	command(t, dir, nil, "go", "vet", ".")
	command(t, dir, nil, "go", "test", ".")
	a, b := two(t, built(t, dir))
	a.says(t, "create_ticket", map[string]any{"title": "one", "idempotency_key": "k1"}, "created one")
	b.says(t, "create_ticket", map[string]any{"title": "one", "idempotency_key": "k1"}, "created one")
	a.says(t, "create_ticket", map[string]any{"title": "two"}, "created two")
	b.says(t, "create_ticket", map[string]any{"idempotency_key": "k2"}, `missing properties: [\"title\"]`)
	a.says(t, "find_ticket", map[string]any{"title": "one", "idempotency_key": "k1"}, "unexpected additional properties")
	a.says(t, "place_order", map[string]any{"Item": "pen", "idempotency_key": "k1"}, "placed")
	b.says(t, "place_order", map[string]any{"Item": "pen", "idempotency_key": "k1"}, "placed")
	b.says(t, "append_line", map[string]any{"a": 1, "idempotency_key": "k1"}, "appended")
	a.says(t, "append_line", map[string]any{"a": 1, "idempotency_key": "k1"}, "appended")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{`{"title":"one"}`, `{"title":"two"}`, "order pen", `{"a":1}`}
	if got := strings.Split(strings.TrimSpace(string(data)), "\n"); !slices.Equal(got, want) {
		t.Errorf("written: %q, want %q", got, want)
	}
}
