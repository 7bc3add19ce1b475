// The session's id says who may stop a job.
package main

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type job struct {
	mu    sync.Mutex
	owner string
}

func (j *job) start(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.owner = req.Session.ID() // want "main.*start: session id: the session id decides something here"
	return nil, nil, nil
}

func (j *job) stop(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.owner != req.Session.ID() { // want "main.*stop: session id: the session id decides something here"
		return nil, nil, errors.New("not yours")
	}
	return nil, nil, nil
}

func main() {
	j := &job{}
	srv := mcp.NewServer(&mcp.Implementation{Name: "job"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "start"}, j.start)
	mcp.AddTool(srv, &mcp.Tool{Name: "stop"}, j.stop)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
