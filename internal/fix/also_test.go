package fix

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// numbered hands out numbers that nobody tells to callers in so many words.
const numbered = `package main

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ ID, Text string }

type shop struct {
	mu     sync.Mutex
	next   int
	orders map[string]string
}

func (s *shop) order(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next++
	id := "order-" + strconv.Itoa(s.next)
	s.orders[id] = a.Text
	return nil, "ordered", nil
}

func (s *shop) pay(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o, ok := s.orders[a.ID]
	if !ok {
		return nil, nil, errors.New("no such order")
	}
	return nil, o, nil
}

func main() {
	s := &shop{orders: map[string]string{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "shop"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "order", Description: "Orders."}, s.order)
	mcp.AddTool(srv, &mcp.Tool{Name: "pay"}, s.pay)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
`

// An id that is strong is a handle, whose lifetime must be told: both rewrites
// hold together, and the first not alone.
func TestRewriteThatNeedsAnother(t *testing.T) {
	dir := module(t, map[string]string{"main.go": numbered})
	o := at(dir)
	o.Review, o.Rules = true, []string{"guessablehandle", "handledoc"}
	res := run1(t, o)
	contains(t, "applied", res.Applied, "guessablehandle: mints", "handledoc: says in the description")
	if err := res.Write(); err != nil {
		t.Fatal(err)
	}
	if got := read(t, dir, "main.go"); !strings.Contains(got, `id := "order-" + rand.Text()`) || !strings.Contains(got, "Orders. The id that it returns is good") {
		t.Errorf("main.go:\n%s", got)
	}
	if again := run1(t, o); len(again.Files) > 0 || len(again.Applied) > 0 {
		t.Errorf("a second run changes %d files", len(again.Files))
	}

	// Where the second one was not asked for, neither is made.
	dir = module(t, map[string]string{"main.go": numbered})
	o = at(dir)
	o.Review, o.Rules = true, []string{"guessablehandle"}
	res = run1(t, o)
	contains(t, "rolled back", res.RolledBack, "guessablehandle: it makes a new finding")
	if len(res.Files) > 0 {
		t.Errorf("%d files would change", len(res.Files))
	}
}

// A test knows the first id: a random one would fail it.
func TestKnownIDs(t *testing.T) {
	dir := module(t, map[string]string{"main.go": numbered, "main_test.go": "package main\n\nvar want = \"order-1\"\n"})
	o := at(dir)
	o.Review, o.Rules = true, []string{"guessablehandle", "handledoc"}
	contains(t, "refused", run1(t, o).Refused, "guessablehandle: main_test.go:3 knows the id order-1")
	write(t, dir, "main_test.go", "package main\n\nvar nobodys = \"order-404\"\n")
	contains(t, "applied", run1(t, o).Applied, "guessablehandle: mints", "handledoc: says in the description")
}

// A file that nobody may write is left alone, with all others.
func TestReadOnly(t *testing.T) {
	dir := module(t, map[string]string{"main.go": notes})
	res := run1(t, at(dir))
	name := filepath.Join(dir, "main.go")
	if err := os.Chmod(name, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := res.Write(); err == nil || !strings.Contains(err.Error(), "main.go is read-only: nothing was written") {
		t.Errorf("got %v", err)
	}
	if read(t, dir, "main.go") != notes {
		t.Error("it was written")
	}
}

// What C declares is not known, so that nothing is rewritten beside it.
func TestCgo(t *testing.T) {
	dir := module(t, map[string]string{"main.go": notes, "two.go": "package main\n\n// int two(void) { return 2; }\nimport \"C\"\n\nfunc two() int { return int(C.two()) }\n"})
	for _, o := range run1(t, at(dir)).Refused {
		if o.Rule == "hints" && !strings.Contains(o.What, "uses cgo") {
			t.Errorf("refused: %s", o.What)
		}
	}
}
