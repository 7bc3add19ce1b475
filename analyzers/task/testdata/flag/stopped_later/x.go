// One tool starts a recording that goes on after its answer; another tool ends it
// by what the first one kept.
package main

import (
	"context"
	"errors"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type recorder struct {
	mu   sync.Mutex
	stop context.CancelFunc // want "^medium likely main.recorder.stop: work goes on after the answer, and how to stop it is only known here"
}

type target struct{ File string }

func (r *recorder) start(ctx context.Context, req *mcp.CallToolRequest, in target) (*mcp.CallToolResult, any, error) {
	bg, cancel := context.WithTimeout(context.Background(), time.Hour)
	r.mu.Lock()
	r.stop = cancel
	r.mu.Unlock()
	go func() {
		for bg.Err() == nil {
			os.WriteFile(in.File, []byte(time.Now().String()), 0o600)
			time.Sleep(time.Second)
		}
	}()
	return nil, "recording", nil
}

func (r *recorder) end(ctx context.Context, req *mcp.CallToolRequest, in struct{}) (*mcp.CallToolResult, any, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stop == nil {
		return nil, nil, errors.New("nothing is recorded")
	}
	r.stop()
	return nil, "ended", nil
}

func main() {
	r := &recorder{}
	s := mcp.NewServer(&mcp.Implementation{Name: "recorder"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "start_recording"}, r.start)
	mcp.AddTool(s, &mcp.Tool{Name: "stop_recording"}, r.end)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
