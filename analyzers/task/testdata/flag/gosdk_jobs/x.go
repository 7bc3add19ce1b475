// A call starts work and answers with an id; another call asks for the result.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type job struct {
	done   bool
	result string
}

type runner struct {
	mu   sync.Mutex
	jobs map[string]*job // want "^high sure main.runner.jobs: work goes on after the answer"
}

type in struct{ ID, Name string }

func (r *runner) start(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	id := rand.Text()
	r.mu.Lock()
	r.jobs[id] = &job{}
	r.mu.Unlock()
	go r.work(id, a.Name)
	return nil, id, nil
}

func (r *runner) work(id, name string) {
	time.Sleep(time.Minute)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.jobs[id] = &job{done: true, result: name}
}

func (r *runner) poll(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	j, ok := r.jobs[a.ID]
	if !ok {
		return nil, nil, errors.New("unknown job")
	}
	return nil, j.result, nil
}

func main() {
	r := &runner{jobs: map[string]*job{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "jobs"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "start"}, r.start)
	mcp.AddTool(srv, &mcp.Tool{Name: "poll"}, r.poll)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
