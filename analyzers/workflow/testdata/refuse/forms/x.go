// Maps that JSON cannot hold, that are ranged over, that others than handlers use.
package main

import (
	"context"
	"errors"
	"net/http"
	"os"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type plan struct{ steps []string }

type note struct{ Text string }

type store struct {
	plans   map[string]plan     // refuse "the field plan.steps is not exported"
	files   map[string]*os.File // refuse "its entries hold pointers"
	notes   map[string]note     // refuse "is used in a way that is not known"
	drafts  map[string]note     // refuse "is used outside the handlers of tools"
	heads   map[string]note     // refuse "in the head of an if"
	numbers map[int]note        // refuse "its keys are not strings"
}

type in struct{ ID, Text string }

func (s *store) write(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	id := "x" + a.ID
	s.plans[id] = plan{steps: []string{a.Text}}
	f, err := os.Open(a.Text)
	if err != nil {
		return nil, nil, err
	}
	s.files[id] = f
	s.notes[id] = note{Text: a.Text}
	s.heads[id] = note{Text: a.Text}
	s.keep(id, a.Text)
	n, err := strconv.Atoi(a.ID)
	s.numbers[n] = note{Text: a.Text}
	return nil, id, err
}

func (s *store) keep(id, text string) { s.drafts[id] = note{Text: text} }

func (s *store) read(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	p, ok := s.plans[a.ID]
	if !ok {
		return nil, nil, errors.New("no plan")
	}
	f, ok := s.files[a.ID]
	if !ok {
		return nil, nil, errors.New("no file")
	}
	for id, n := range s.notes {
		if id == a.ID {
			return nil, n.Text + f.Name() + p.steps[0], nil
		}
	}
	d, ok := s.drafts[a.ID]
	if !ok {
		return nil, nil, errors.New("no draft")
	}
	if h, ok := s.heads[a.ID]; ok {
		return nil, h.Text, nil
	}
	i, err := strconv.Atoi(a.ID)
	if err != nil {
		return nil, nil, err
	}
	n, ok := s.numbers[i]
	if !ok {
		return nil, nil, errors.New("no number")
	}
	return nil, d.Text + n.Text, nil
}

func main() {
	s := &store{plans: map[string]plan{}, files: map[string]*os.File{}, notes: map[string]note{}, drafts: map[string]note{}, heads: map[string]note{}, numbers: map[int]note{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "store"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "write"}, s.write)
	mcp.AddTool(srv, &mcp.Tool{Name: "read"}, s.read)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
