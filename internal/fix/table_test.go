package fix

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// door lets somebody in who has knocked before, beside its tools: at requests of its own, with states that are used up.
const door = `package main

import (
	"context"
	"crypto/rand"
	"log"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type knock struct {
	name  string
	until time.Time
}

type door struct {
	mu     sync.Mutex
	knocks map[string]*knock
}

func (d *door) knock(w http.ResponseWriter, r *http.Request) {
	state := rand.Text()
	d.mu.Lock()
	d.knocks[state] = &knock{name: r.FormValue("name"), until: time.Now().Add(time.Minute)}
	d.mu.Unlock()
	w.Write([]byte(state))
}

func (d *door) enter(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	k, ok := d.knocks[r.FormValue("state")]
	if !ok {
		d.mu.Unlock()
		http.Error(w, "who are you?", http.StatusForbidden)
		return
	}
	delete(d.knocks, r.FormValue("state"))
	d.mu.Unlock()
	if time.Now().After(k.until) {
		http.Error(w, "too late", http.StatusForbidden)
		return
	}
	w.Write([]byte("come in, " + k.name))
}

func say(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "hello"}}}, nil, nil
}

func main() {
	d := &door{knocks: map[string]*knock{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "door", Version: "1"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "say", Description: "Say hello."}, say)
	mux := http.NewServeMux()
	mux.HandleFunc("/knock", d.knock)
	mux.HandleFunc("/enter", d.enter)
	mux.Handle("/", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
	log.Fatal(http.ListenAndServe(os.Args[1], mux))
}
`

// What one request leaves for another, beside the tools, is there at all replicas, and one of them uses it up.
func TestTableReplicas(t *testing.T) {
	dir := module(t, map[string]string{"main.go": door})
	withHandles(t, dir, "sqlite")
	o := at(dir)
	o.Review = true
	o.Rules = []string{"workflow"}
	res := run1(t, o)
	contains(t, "applied", res.Applied, "workflow: moves it to the store that all replicas share, for all requests alike, for 30 days after it was set; what it holds is stored as it is, secrets too")
	if err := res.Write(); err != nil {
		t.Fatal(err)
	}
	if again := run1(t, o); len(again.Files) > 0 {
		t.Errorf("a second run changes %s", again.Files[0].Diff(again.Root))
	}
	if got := read(t, dir, "main.go"); !strings.Contains(got, `k, ok := d.knocks.Take(r.FormValue("state"))`) || strings.Contains(got, "delete(") {
		t.Error(got)
	}
	command(t, dir, nil, "go", "vet", ".")
	a, b := two(t, built(t, dir))
	get := func(r *replica, path string) string {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, r.url+path, nil)
		if err != nil {
			t.Fatal(err)
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
		return string(data)
	}
	state := get(a, "/knock?name=ada")
	a.kill()
	if got := get(b, "/enter?state="+state); got != "come in, ada" {
		t.Errorf("%q", got)
	}
	if got := get(b, "/enter?state="+state); !strings.Contains(got, "who are you?") {
		t.Errorf("twice: %q", got)
	}
}
