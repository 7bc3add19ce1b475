// Maps whose keys other memory keeps as well, or whose keys each process counts up
// in a way that is not known.
package main

import (
	"context"
	"net/http"
	"os"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type note struct{ ID, Text string }

type store struct {
	ordered map[string]*note // refuse "s.order keeps its keys as well"
	chosen  map[string]*note // refuse "s.current keeps its keys as well"
	running map[string]*note // refuse "s.stops, whose values cannot be stored, has the same keys"
	listed  map[string]*note // refuse "s.all\\[a.Text\\] keeps its keys as well"
	counted map[string]*note // refuse "each process counts its keys up for itself"

	order   []string // refuse "it is a \\[\\]string: only maps from strings are known"
	current string
	all     map[string][]string
	stops   map[string]context.CancelFunc
	next    int
}

type in struct{ ID, Text string }

func (s *store) write(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	n := &note{ID: a.ID, Text: a.Text}
	s.ordered[n.ID] = n
	s.order = append(s.order, n.ID)
	s.choose(a)
	s.list(a)
	s.run(a.ID, func() {})
	s.next++
	s.count(strconv.Itoa(s.next))
	return nil, nil, nil
}

func (s *store) choose(a in) {
	s.chosen[a.ID] = &note{Text: a.Text}
	s.current = a.ID
}

func (s *store) list(a in) {
	s.listed[a.ID] = &note{Text: a.Text}
	var ids []string
	ids = append(ids, a.ID)
	s.all[a.Text] = ids
}

func (s *store) run(id string, stop context.CancelFunc) {
	s.running[id] = &note{Text: id}
	s.stops[id] = stop
}

func (s *store) count(id string) { s.counted[id] = &note{Text: id} }

func (s *store) read(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	text := ""
	for _, m := range []*note{s.ordered[a.ID], s.chosen[a.ID], s.running[a.ID], s.listed[a.ID], s.counted[a.ID]} {
		if m == nil {
			return nil, nil, os.ErrNotExist
		}
		text += m.Text
	}
	return nil, text, nil
}

func main() {
	s := &store{ordered: map[string]*note{}, chosen: map[string]*note{}, listed: map[string]*note{}, all: map[string][]string{}, running: map[string]*note{}, counted: map[string]*note{}, stops: map[string]context.CancelFunc{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "notes"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "write"}, s.write)
	mcp.AddTool(srv, &mcp.Tool{Name: "read"}, s.read)
	http.ListenAndServe("", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
