// Every call starts a process and ends it; a list keeps what has to be killed when
// the server stops.
package main

import (
	"context"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type tracked struct {
	name    string
	process *os.Process
}

type tracker struct {
	mu      sync.Mutex
	running map[int]*tracked
}

func (t *tracker) add(pid int, name string, p *os.Process) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.running[pid] = &tracked{name: name, process: p}
}

func (t *tracker) remove(pid int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if p, ok := t.running[pid]; ok {
		println("ended", p.name)
		delete(t.running, pid)
	}
}

func (t *tracker) killAll() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, p := range t.running {
		p.process.Kill()
	}
}

type command struct{ Name string }

func (t *tracker) run(ctx context.Context, req *mcp.CallToolRequest, in command) (*mcp.CallToolResult, any, error) {
	cmd := exec.Command(in.Name)
	if err := cmd.Start(); err != nil {
		return nil, nil, err
	}
	t.add(cmd.Process.Pid, in.Name, cmd.Process)
	defer t.remove(cmd.Process.Pid)
	return nil, "ended", cmd.Wait()
}

func main() {
	t := &tracker{running: map[int]*tracked{}}
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt)
	go func() {
		<-stop
		t.killAll()
		os.Exit(0)
	}()
	s := mcp.NewServer(&mcp.Implementation{Name: "runner"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "run"}, t.run)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
