// Entries with values of any type: stored, handed on, and asked for what JSON brings back.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type report struct {
	Lines []string `json:"lines"`
}

type signed struct{ By string }

type job struct {
	signed
	Title  string
	Result any
	Meta   map[string]any
}

type office struct{ jobs map[string]*job }

type in struct {
	ID    string         `json:"id"`
	Title string         `json:"title"`
	Meta  map[string]any `json:"meta"`
}

func (o *office) add(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	j := &job{signed: signed{By: "me"}, Title: a.Title, Meta: a.Meta, Result: report{Lines: []string{a.Title}}}
	j.Meta["done"] = false
	o.jobs[a.ID] = j
	return nil, nil, nil
}

func (o *office) show(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	j, ok := o.jobs[a.ID]
	if !ok {
		return nil, nil, errors.New("no such job")
	}
	text, _ := json.Marshal(j.Result)
	who, _ := j.Meta["who"].(string)
	return nil, map[string]any{"result": string(text), "who": who, "by": j.By, "of": o.wait(), "weight": weight(j.Meta["weight"])}, nil
}

// wait waits for a moment, and says how many there are.
func (o *office) wait() int {
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	<-ctx.Done()
	return len(o.jobs)
}

// weight is a number, however it was given.
func weight(v any) float64 {
	switch v := v.(type) {
	case int:
		return float64(v)
	case float64:
		return v
	}
	return other(map[string]any{"n": 1}["n"])
}

func other(v any) float64 { return float64(v.(int)) }

func main() {
	o := &office{jobs: map[string]*job{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "office"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "add"}, o.add)
	mcp.AddTool(srv, &mcp.Tool{Name: "show"}, o.show)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
