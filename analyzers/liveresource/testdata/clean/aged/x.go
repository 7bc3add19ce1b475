// A linter process per folder is used again for a minute; whoever finds an older
// one starts it anew.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os/exec"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type running struct {
	cmd     *exec.Cmd
	started time.Time
}

type linters struct {
	mu     sync.Mutex
	byPath map[string]*running
}

func (l *linters) get(folder string) (*exec.Cmd, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if r, ok := l.byPath[folder]; ok {
		if time.Since(r.started) < time.Minute {
			return r.cmd, nil
		}
		r.cmd.Process.Kill()
		delete(l.byPath, folder)
	}
	cmd := exec.Command("lintd")
	cmd.Dir = folder
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	l.byPath[folder] = &running{cmd: cmd, started: time.Now()}
	return cmd, nil
}

type target struct{ Folder string }

func (l *linters) lint(ctx context.Context, req *mcp.CallToolRequest, in target) (*mcp.CallToolResult, any, error) {
	cmd, err := l.get(in.Folder)
	if err != nil {
		return nil, nil, err
	}
	return nil, fmt.Sprint("asked ", cmd.Path), nil
}

func main() {
	l := &linters{byPath: map[string]*running{}}
	s := mcp.NewServer(&mcp.Implementation{Name: "lint"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "lint"}, l.lint)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
