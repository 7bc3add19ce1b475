// Maps that JSON cannot hold.
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
	plans   map[string]plan     // refuse "fields of plan would have to be exported, and it is handed on as an interface"
	files   map[string]*os.File // refuse "os.File embeds file"
	numbers map[float64]note    // refuse "its keys are not strings, numbers, or a type that writes and reads its text"
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
	n, err := strconv.ParseFloat(a.ID, 64)
	s.numbers[n] = note{Text: a.Text}
	return nil, id, err
}

func (s *store) read(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	p, ok := s.plans[a.ID]
	if !ok {
		return nil, nil, errors.New("no plan")
	}
	f, ok := s.files[a.ID]
	if !ok {
		return nil, nil, errors.New("no file")
	}
	i, err := strconv.ParseFloat(a.ID, 64)
	if err != nil {
		return nil, nil, err
	}
	n, ok := s.numbers[i]
	if !ok {
		return nil, nil, errors.New("no number")
	}
	return nil, map[string]any{"plan": p, "text": n.Text + f.Name()}, nil
}

func main() {
	s := &store{plans: map[string]plan{}, files: map[string]*os.File{}, numbers: map[float64]note{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "store"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "write"}, s.write)
	mcp.AddTool(srv, &mcp.Tool{Name: "read"}, s.read)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
