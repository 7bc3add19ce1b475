package fix

import (
	"regexp"
	"strings"
	"testing"
)

// shop keeps a basket for each session behind pointers, in a package of its own, whose functions get the session or its id. The tools
// begin a basket where there is none; one ends it, and shares the type of its arguments with a tool that has to do with no basket.
var shop = map[string]string{
	"internal/baskets/baskets.go": `package baskets

import (
	"errors"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type Basket struct {
	articles map[string]int
	Address  string
}

func (b *Basket) Put(article string, n int) int {
	b.articles[article] += n
	return b.articles[article]
}

type Baskets struct {
	mu        sync.Mutex
	bySession map[string]*Basket
}

func New() *Baskets { return &Baskets{bySession: map[string]*Basket{}} }

// Of is the basket of a session.
func (b *Baskets) Of(s *mcp.ServerSession) *Basket {
	b.mu.Lock()
	defer b.mu.Unlock()
	k, ok := b.bySession[s.ID()]
	if !ok {
		k = &Basket{articles: map[string]int{}}
		b.bySession[s.ID()] = k
	}
	return k
}

// Find is the basket of a session that has begun one.
func (b *Baskets) Find(id string) (*Basket, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	k, ok := b.bySession[id]
	if !ok {
		return nil, errors.New("your basket is empty")
	}
	return k, nil
}

func (b *Baskets) End(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.bySession, id)
}

// For counts the sessions that it has seen.
func For(b *Baskets, server *mcp.Server) int {
	n := 0
	for range server.Sessions() {
		n++
	}
	return n
}
`,
	"main.go": `package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"strconv"

	"example.com/shop/internal/baskets"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type putIn struct {
	Article string ` + "`json:\"article\"`" + `
}

type cityIn struct {
	City string ` + "`json:\"city\"`" + `
}

type orderOut struct {
	Order string ` + "`json:\"order\"`" + `
}

type server struct{ baskets *baskets.Baskets }

func (s *server) put(_ context.Context, req *mcp.CallToolRequest, in putIn) (*mcp.CallToolResult, any, error) {
	return text("now " + strconv.Itoa(s.baskets.Of(req.Session).Put(in.Article, 1))), nil, nil
}

func (s *server) order(_ context.Context, req *mcp.CallToolRequest, in cityIn) (*mcp.CallToolResult, orderOut, error) {
	id := req.Session.ID()
	b, err := s.baskets.Find(id)
	if err != nil {
		return nil, orderOut{}, err
	}
	b.Address = in.City
	s.baskets.End(id)
	return nil, orderOut{Order: strconv.Itoa(b.Put("tea", 0)) + " tea to " + b.Address}, nil
}

func weather(_ context.Context, _ *mcp.CallToolRequest, in cityIn) (*mcp.CallToolResult, any, error) {
	return text("rain in " + in.City), nil, nil
}

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

func main() {
	s := &server{baskets: baskets.New()}
	srv := mcp.NewServer(&mcp.Implementation{Name: "shop", Version: "1"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "put_article", Description: "Put an article into the basket."}, s.put)
	mcp.AddTool(srv, &mcp.Tool{Name: "order", Description: "Order what is in the basket."}, s.order)
	mcp.AddTool(srv, &mcp.Tool{Name: "weather", Description: "Say the weather.", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, weather)
	log.Fatal(http.ListenAndServe(os.Args[1], mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil)))
}
`,
}

// What a session had is under a handle that two replicas know: tools that begin return it, tools that use it need it, and tools that share
// a type of arguments stay as they are.
func TestSessionReplicas(t *testing.T) {
	dir := module(t, shop)
	withHandles(t, dir, "sqlite")
	o := at(dir)
	o.Review = true
	o.Rules = []string{"sessionmap", "statefultransport"}
	res := run1(t, o)
	contains(t, "applied", res.Applied,
		"sessionmap: moves it to the store that all replicas share, per caller, under a handle, basket_id, for 24 hours after the last change; these take a context now: End, Find, Of",
		"statefultransport: serves without sessions")
	if err := res.Write(); err != nil {
		t.Fatal(err)
	}
	if again := run1(t, o); len(again.Files) > 0 {
		t.Errorf("a second run changes %s", again.Files[0].Diff(again.Root))
	}
	for _, want := range []string{
		`Description: "Put an article into the basket. Its basket_id is good for 24 hours after the last change."`,
		"BasketID string `json:\"basket_id\" jsonschema:\"the basket_id that put_article returned\"`",
		"type orderArgs struct {\n\tcityIn\n",
	} {
		if got := read(t, dir, "main.go"); !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if got := read(t, dir, "internal/baskets/baskets.go"); !strings.Contains(got, "func (b *Baskets) Of(ctx context.Context, basketID string) *Basket {") {
		t.Error(got)
	}
	command(t, dir, nil, "go", "vet", ".", "./internal/baskets")
	a, b := two(t, built(t, dir))
	id := regexp.MustCompile(`basket_id: (basket_\w{26,})`).FindStringSubmatch(a.call(t, "put_article", map[string]any{"article": "tea"}))
	if id == nil {
		t.Fatal("no handle")
	}
	b.says(t, "put_article", map[string]any{"article": "tea", "basket_id": id[1]}, "now 2")
	b.says(t, "put_article", map[string]any{"article": "tea"}, "now 1") // a new one
	a.says(t, "put_article", map[string]any{"article": "tea", "basket_id": "basket_guessed"}, "no such basket: it was never made, has expired (one is kept for 24 hours), was ended, or is not yours; call put_article for a new one")
	b.says(t, "order", map[string]any{"city": "Rome"}, `missing properties: [\"basket_id\"]`)
	a.kill()
	b.says(t, "order", map[string]any{"city": "Rome", "basket_id": id[1]}, "2 tea to Rome")
	b.says(t, "order", map[string]any{"city": "Rome", "basket_id": id[1]}, "call put_article for a new one")
	b.says(t, "weather", map[string]any{"city": "Rome"}, "rain in Rome")
}
