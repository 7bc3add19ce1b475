package fix

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// mail keeps a draft for each session, under a transport in session mode.
const mail = `package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type draft struct{ Title string }

type server struct {
	mu     sync.Mutex
	drafts map[string]draft
}

type titleIn struct {
	Title string ` + "`json:\"title\"`" + `
}

type sendIn struct {
	To string ` + "`json:\"to\"`" + `
}

func (s *server) start(_ context.Context, req *mcp.CallToolRequest, in titleIn) (*mcp.CallToolResult, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drafts[req.Session.ID()] = draft{Title: in.Title}
	return text("started"), nil, nil
}

func (s *server) send(ctx context.Context, req *mcp.CallToolRequest, in sendIn) (*mcp.CallToolResult, any, error) {
	s.mu.Lock()
	d, ok := s.drafts[req.Session.ID()]
	s.mu.Unlock()
	if !ok {
		return nil, nil, errors.New("no draft in this session")
	}
	return text("sent " + d.Title + " to " + in.To), nil, nil
}

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

func main() {
	s := &server{drafts: make(map[string]draft)}
	srv := mcp.NewServer(&mcp.Implementation{Name: "mail", Version: "1"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "start_draft", Description: "Start a draft."}, s.start)
	mcp.AddTool(srv, &mcp.Tool{Name: "send_draft", Description: "Send the draft."}, s.send)
	log.Fatal(http.ListenAndServe(os.Args[1], mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil)))
}
`

// A map that is keyed by the session becomes one that two replicas share: what one began, the other finishes, also after
// the first was killed.
func TestTwoReplicas(t *testing.T) {
	dir := module(t, map[string]string{"main.go": mail})
	withHandles(t, dir, "sqlite")
	o := at(dir)
	contains(t, "needs review", run1(t, o).Review, "sessionmap")
	o.Review = true
	res := run1(t, o)
	contains(t, "applied", res.Applied, "sessionmap: moves it to the store", "statefultransport: serves without sessions")
	if err := res.Write(); err != nil {
		t.Fatal(err)
	}
	if again := run1(t, o); len(again.Files) > 0 {
		t.Errorf("a second run changes %s", again.Files[0].Diff(again.Root))
	}
	program := built(t, dir)

	// It refuses to start without its settings.
	cmd := exec.CommandContext(t.Context(), program, "127.0.0.1:0")
	cmd.Env = append(os.Environ(), "HANDLES_STORE=", "HANDLES_KEYS=")
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "HANDLES_STORE is not set") || !strings.Contains(string(out), "HANDLES_KEYS is not set") {
		t.Errorf("without settings: %v\n%s", err, out)
	}

	a, b := two(t, program)
	answer := a.call(t, "start_draft", map[string]any{"title": "hello"})
	id := regexp.MustCompile(`draft_id: (draft_\w{26,})`).FindStringSubmatch(answer)
	if id == nil {
		t.Fatalf("no handle in %s", answer)
	}
	a.kill()
	b.says(t, "send_draft", map[string]any{"to": "ada", "draft_id": id[1]}, "sent hello to ada")
	b.says(t, "send_draft", map[string]any{"to": "ada", "draft_id": "draft_x"}, "call start_draft for a new one")
}

type replica struct {
	url  string
	kill func()
}

// built builds the program in a folder.
func built(t *testing.T, dir string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "server")
	command(t, dir, nil, "go", "build", "-o", program, ".")
	return program
}

// two starts two replicas of a program that share a store.
func two(t *testing.T, program string) (a, b *replica) {
	t.Helper()
	env := []string{
		"HANDLES_STORE=sqlite:" + filepath.Join(t.TempDir(), "handles.db"),
		"HANDLES_KEYS=k1=" + base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("k"), 32)),
	}
	return start(t, program, env), start(t, program, env)
}

// says checks what a tool answers.
func (r *replica) says(t *testing.T, tool string, args map[string]any, want string) {
	t.Helper()
	if got := r.call(t, tool, args); !strings.Contains(got, want) {
		t.Errorf("%s %v: %s, want %s", tool, args, got, want)
	}
}

// start runs a replica on a free port until the test ends.
func start(t *testing.T, program string, env []string) *replica {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	cmd := exec.CommandContext(t.Context(), program, addr)
	cmd.Env = append(os.Environ(), env...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	r := &replica{url: "http://" + addr, kill: func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}}
	t.Cleanup(r.kill)
	for range 200 {
		if c, err := net.Dial("tcp", addr); err == nil {
			c.Close()
			return r
		}
		time.Sleep(25 * time.Millisecond)
	}
	r.kill()
	t.Fatalf("%s does not listen: %s", program, out.String())
	return nil
}

// call calls a tool as a client of 2026-07-28 does: one request that stands alone.
func (r *replica) call(t *testing.T, tool string, args map[string]any) string {
	t.Helper()
	const version = "2026-07-28"
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "tools/call",
		"params": map[string]any{"name": tool, "arguments": args, "_meta": map[string]any{
			"io.modelcontextprotocol/protocolVersion":    version,
			"io.modelcontextprotocol/clientInfo":         map[string]any{"name": "test", "version": "1"},
			"io.modelcontextprotocol/clientCapabilities": map[string]any{},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, r.url, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
		"MCP-Protocol-Version": version, "Mcp-Method": "tools/call", "Mcp-Name": tool,
	} {
		req.Header.Set(name, value)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s %s", res.Status, data)
}
