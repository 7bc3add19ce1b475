// Command sample keeps shopping lists in a folder that every instance mounts.
package main

import (
	"context"
	"flag"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type lists struct {
	dir string
}

type (
	itemIn struct {
		List string `json:"list" jsonschema:"name of the list"`
		Item string `json:"item"`
	}
	itemOut struct {
		ID string `json:"id"`
	}
	listIn struct {
		List string `json:"list" jsonschema:"name of the list"`
	}
	listOut struct {
		Items []string `json:"items"`
	}
)

// add puts an item on a list. One that is there already stays.
func (l *lists) add(_ context.Context, _ *mcp.CallToolRequest, in itemIn) (*mcp.CallToolResult, itemOut, error) {
	folder := filepath.Join(l.dir, "list-"+filepath.Base(in.List))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, itemOut{}, err
	}
	name := filepath.Base(in.Item)
	return nil, itemOut{name}, os.WriteFile(filepath.Join(folder, name), nil, 0o644)
}

func (l *lists) show(_ context.Context, _ *mcp.CallToolRequest, in listIn) (*mcp.CallToolResult, listOut, error) {
	entries, err := os.ReadDir(filepath.Join(l.dir, "list-"+filepath.Base(in.List)))
	if err != nil && !os.IsNotExist(err) {
		return nil, listOut{}, err
	}
	out := listOut{Items: []string{}}
	for _, e := range entries {
		out.Items = append(out.Items, e.Name())
	}
	slices.Sort(out.Items)
	return nil, out, nil
}

func main() {
	addr := flag.String("addr", "127.0.0.1:8080", "address to listen on")
	dir := flag.String("dir", ".", "folder that every instance mounts")
	flag.Parse()

	l := &lists{*dir}
	s := mcp.NewServer(&mcp.Implementation{Name: "lists", Version: "1.0.0"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "add_item", Description: "Put an item on a list. Doing it again changes nothing.",
		Annotations: &mcp.ToolAnnotations{IdempotentHint: true, DestructiveHint: new(bool)}}, l.add)
	mcp.AddTool(s, &mcp.Tool{Name: "show_list", Description: "Show a list.",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, l.show)
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s },
		&mcp.StreamableHTTPOptions{Stateless: true, PropagateRequestCancellation: true})
	mux := http.NewServeMux()
	mux.Handle("/mcp", http.NewCrossOriginProtection().Handler(handler))
	log.Fatal(http.ListenAndServe(*addr, mux))
}
