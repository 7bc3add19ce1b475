package link_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/ruletest"
)

// program links a program of one file.
func program(t *testing.T, src string) *link.Program {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "x.go"), []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	return ruletest.Load(t, dir).View.Program
}

// fn finds a function by the name that people write; copies are left out.
func fn(t *testing.T, p *link.Program, name string) *link.Fn {
	t.Helper()
	for _, f := range p.Fns {
		if f.Name == name && f.Clone == nil {
			return f
		}
	}
	var names []string
	for _, f := range p.Fns {
		names = append(names, f.Name)
	}
	t.Fatalf("no function %s among %q", name, names)
	return nil
}

// calls lists what a function calls, with how the call was resolved.
func calls(f *link.Fn) []string {
	kinds := map[link.EdgeKind]string{link.Static: "static", link.Dynamic: "dynamic", link.Iface: "interface", link.Callback: "callback", link.Guess: "guess"}
	var out []string
	for _, e := range f.Out {
		s := e.To.Name + " " + kinds[e.Kind]
		if e.Go {
			s += " go"
		}
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	slices.Sort(out)
	return out
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}

// roots lists what serves requests: kind, names, function.
func roots(p *link.Program) []string {
	var out []string
	for _, r := range p.Roots {
		s := strings.TrimPrefix(string(r.Kind), "root.") + " " + strings.Join(r.Names, ",") + " " + r.Fn.Name
		if r.Inferred {
			s += " inferred"
		}
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}

const mcpgo = `
import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)
`

// What a definition says beside the name is no name: descriptions, arguments
// and their values.
func TestToolNames(t *testing.T) {
	p := program(t, "package main\n"+mcpgo+`
type entry struct {
	tool    mcp.Tool
	handler server.ToolHandlerFunc
}

func made(name, what string, h server.ToolHandlerFunc) entry {
	t := mcp.Tool{Name: name, Description: what, RawInputSchema: []byte("{}")}
	t.Annotations.Title = what
	return entry{t, h}
}

func (e entry) register(s *server.MCPServer) { s.AddTool(e.tool, e.handler) }

func open(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error)  { return nil, nil }
func shut(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error)  { return nil, nil }
func paint(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, nil }
func wash(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error)  { return nil, nil }

var opening = made("open_gate", "Opens a gate.", open)
var closing = made("close_gate", "shut", shut)

func colours() []entry {
	return []entry{
		{mcp.NewTool("paint_gate", mcp.WithDescription("Paints."), mcp.WithString("colour", mcp.Enum("red", "green"))), paint},
		{mcp.NewTool("wash_gate", mcp.WithNumber("degrees")), wash},
	}
}

func main() {
	s := server.NewMCPServer("gates", "1")
	opening.register(s)
	closing.register(s)
	for _, e := range colours() {
		s.AddTool(e.tool, e.handler)
	}
}
`)
	var got []string
	for _, r := range p.Roots {
		got = append(got, strings.Join(r.Names, ",")+" "+r.Fn.Name)
	}
	slices.Sort(got)
	same(t, "tools", slices.Compact(got), []string{"close_gate shut", "open_gate open", "paint_gate paint", "wash_gate wash"})
}

// A dispatcher written by hand tells tools apart by a comparison, a table, a
// definition, a registrar or the tool's own type.
func TestToolsByHand(t *testing.T) {
	p := program(t, `package main

import (
	"encoding/json"
	"os"
)

type request struct {
	Method string
	Params struct {
		Name      string
		Arguments map[string]any
	}
}

type handler func(args map[string]any) string

type definition struct {
	Name   string
	Handle handler
}

type tool interface {
	Name() string
	Run(args map[string]any) string
}

type stamp struct{ n int }

func (*stamp) Name() string { return "stamp" }
func (s *stamp) Run(args map[string]any) string { s.n++; return "done" }

type desk struct {
	notes []string
	table map[string]handler
	more  map[string]handler
	defs  []definition
	own   map[string]tool
	all   []described
}

func (d *desk) write(args map[string]any) string { d.notes = append(d.notes, args["text"].(string)); return text("written") }
func (d *desk) read(map[string]any) string       { return text(d.notes[0]) }
func (d *desk) erase(map[string]any) string      { return text("erased") }
func (d *desk) copyAll(map[string]any) string    { return "copied" }
func (d *desk) fold(map[string]any) string       { return "folded" }
func (d *desk) send(map[string]any) string       { return "sent" }
func (d *desk) hello() string                    { return "hello" }
func text(s string) string                       { return s }

func (d *desk) register(name string, h handler) { d.more[name] = h }

type described struct {
	Tool   spec
	Handle handler
}

type spec struct{ Name, Description string }

func newSpec(name, what string) spec { return spec{Name: name, Description: what} }

func (d *desk) add(s spec, h handler) { d.all = append(d.all, described{Tool: s, Handle: h}) }

type toolsCall struct{ Name string }

func (d *desk) direct(c toolsCall) string {
	if c.Name == "greet" {
		return d.hello()
	}
	return ""
}

func (d *desk) call(name string, args map[string]any) string {
	switch name {
	case "write_note":
		return d.write(args)
	case "read_note":
		return d.read(args)
	}
	if h, ok := d.table[name]; ok {
		return h(args)
	}
	if h, ok := d.more[name]; ok {
		return h(args)
	}
	for _, def := range d.defs {
		if def.Name == name {
			return def.Handle(args)
		}
	}
	for _, t := range d.all {
		if t.Tool.Name == name {
			return t.Handle(args)
		}
	}
	return d.own[name].Run(args)
}

func (d *desk) serve(r request) string {
	switch r.Method {
	case "initialize":
		return d.hello()
	case "tools/call":
		return text(d.call(r.Params.Name, r.Params.Arguments))
	}
	return ""
}

func main() {
	d := &desk{table: map[string]handler{}, more: map[string]handler{}, own: map[string]tool{"stamp": &stamp{}}}
	d.table["erase_note"] = d.erase
	d.defs = []definition{{Name: "copy_notes", Handle: d.copyAll}, {Name: "fold_notes", Handle: d.fold}}
	d.register("send_note", d.send)
	d.add(newSpec("burn_notes", "Burns all notes."), func(map[string]any) string { return "burnt" })
	d.add(spec{Name: "bind_notes"}, func(map[string]any) string { return "bound" })
	d.direct(toolsCall{})
	var r request
	for json.NewDecoder(os.Stdin).Decode(&r) == nil {
		os.Stdout.WriteString(d.serve(r))
	}
}
`)
	var got []string
	for _, r := range p.Roots {
		if r.Hand {
			got = append(got, strings.Join(r.Names, ",")+" "+r.Fn.Name)
		}
	}
	slices.Sort(got)
	same(t, "tools", got, []string{
		"bind_notes main$2", "burn_notes main$1", "copy_notes (*desk).copyAll", "erase_note (*desk).erase", "fold_notes (*desk).fold", "greet (*desk).hello", "read_note (*desk).read",
		"send_note (*desk).send", "stamp (*stamp).Run", "write_note (*desk).write",
	})
}

// A call through an interface reaches the implementation that flows there, not
// every type that has the method.
func TestInterfaces(t *testing.T) {
	p := program(t, `package main

type store interface{ get(k string) string }

type memory struct{ m map[string]string }

func (s *memory) get(k string) string { return s.m[k] }

type file struct{ path string }

func (f *file) get(k string) string { return f.path + k }

type service struct{ store store }

func (s *service) read(k string) string { return s.store.get(k) }

var unused store = &file{"x"}

func main() {
	s := &service{store: &memory{m: map[string]string{}}}
	println(s.read("a"))
}
`)
	same(t, "read calls", calls(fn(t, p, "(*service).read")), []string{"(*memory).get interface"})
	get := fn(t, p, "(*memory).get")
	objs := p.Objects(get, effects.Val{K: effects.Reg, I: 0})
	if len(objs) != 1 || objs[0].Type != "example.com/app.memory" || objs[0].Fn.Name != "main" {
		t.Errorf("the receiver of get is %+v", objs)
	}
}

// Functions in maps, slices, fields and results are called where they flow.
func TestFunctionValues(t *testing.T) {
	p := program(t, `package main

type op func(int) int

func one(n int) int   { return n + 1 }
func two(n int) int   { return n + 2 }
func three(n int) int { return n + 3 }
func four(n int) int  { return n + 4 }
func five(n int) int  { return n + 5 }

type table struct {
	byName map[string]op
	steps  []op
	last   op
}

func pick(first bool) op {
	if first {
		return four
	}
	return func(n int) int { return n }
}

func (t *table) run(name string, n int) int {
	n = t.byName[name](n)
	for _, f := range t.steps {
		n = f(n)
	}
	return t.last(n)
}

func chosen(n int) int { return pick(n > 0)(n) }

func spawn(f op) { go f(1) }

func main() {
	t := &table{byName: map[string]op{"one": one}, steps: []op{two}, last: three}
	t.run("one", 1)
	chosen(1)
	spawn(five)
}
`)
	same(t, "run calls", calls(fn(t, p, "(*table).run")), []string{"one dynamic", "three dynamic", "two dynamic"})
	same(t, "chosen calls", calls(fn(t, p, "chosen")), []string{"four dynamic", "pick static", "pick$1 dynamic"})
	same(t, "spawn calls", calls(fn(t, p, "spawn")), []string{"five dynamic go"})
}

// Handlers of mcp-go in slices and fields of structs are roots under their own
// names.
func TestRootsInStructs(t *testing.T) {
	p := program(t, `package main
`+mcpgo+`
type group struct{ tools []server.ServerTool }

func echo(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, nil }

func (g *group) say(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, nil
}

func main() {
	s := server.NewMCPServer("x", "1")
	g := &group{}
	g.tools = append(g.tools, server.ServerTool{Tool: mcp.NewTool("echo"), Handler: echo})
	g.tools = append(g.tools, server.ServerTool{Tool: mcp.NewTool("say"), Handler: g.say})
	s.AddTools(g.tools...)
}
`)
	same(t, "roots", roots(p), []string{"tool echo echo", "tool say (*group).say"})
}

// A helper that registers tools is copied for each of its calls: names and
// handlers stay together.
func TestWrappersAreCopied(t *testing.T) {
	p := program(t, `package main
`+mcpgo+`
type reply func(req mcp.CallToolRequest) string

func add(s *server.MCPServer, name string, f reply) {
	s.AddTool(mcp.NewTool(name), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(f(req)), nil
	})
}

func hello(req mcp.CallToolRequest) string { return "hello" }
func bye(req mcp.CallToolRequest) string   { return "bye" }

func main() {
	s := server.NewMCPServer("x", "1")
	add(s, "hello", hello)
	add(s, "bye", bye)
}
`)
	var got []string
	for _, r := range p.Roots {
		if r.Fn.Orig() == fn(t, p, "add$1") && r.Fn != r.Fn.Orig() {
			got = append(got, fmt.Sprintf("%s: %s", strings.Join(r.Names, ","), strings.Join(calls(r.Fn), ",")))
		}
	}
	slices.Sort(got)
	same(t, "roots", got, []string{"bye: bye dynamic", "hello: hello dynamic"})
	if n := len(p.Copies(fn(t, p, "add"))); n != 3 {
		t.Errorf("%d copies of add, want the function and one for each call", n)
	}
}

// Wrappers of wrappers, and recursion, come to an end.
func TestWrappersEnd(t *testing.T) {
	p := program(t, `package main

import "context"

type handler func(ctx context.Context) error

func twice(h handler, n int) handler {
	if n == 0 {
		return h
	}
	return func(ctx context.Context) error { return twice(twice(h, n-1), n-2)(ctx) }
}

func leaf(ctx context.Context) error { return nil }

func main() {
	twice(leaf, 2)(context.Background())
	twice(leaf, 3)(context.Background())
}
`)
	if len(p.Fns) > 400 {
		t.Errorf("%d functions", len(p.Fns))
	}
	if len(fn(t, p, "leaf").In) == 0 {
		t.Error("nothing calls leaf")
	}
}

// What serves requests, under the names that users know.
func TestRoots(t *testing.T) {
	p := program(t, `package main

import (
	"context"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const prefix = "note_"

func tool(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, nil }

func prompt(ctx context.Context, req mcp.GetPromptRequest) (*mcp.GetPromptResult, error) { return nil, nil }

func resource(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	return nil, nil
}

func page(w http.ResponseWriter, r *http.Request) {}

func wrap(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { return next(ctx, req) }
}

// Orphan looks like a handler and is registered by somebody else.
func Orphan(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, nil }

func main() {
	h := &server.Hooks{}
	h.AddBeforeInitialize(func(ctx context.Context, id any, req *mcp.InitializeRequest) {})
	s := server.NewMCPServer("x", "1", server.WithHooks(h), server.WithToolHandlerMiddleware(wrap))
	s.AddTool(mcp.NewTool(prefix+"get"), tool)
	s.AddPrompt(mcp.NewPrompt("ask"), prompt)
	s.AddResource(mcp.NewResource("note://1", "note://1"), resource)
	http.HandleFunc("GET /page", page)
}
`)
	same(t, "roots", roots(p), []string{
		"hook  main$1",
		"http GET /page page",
		"middleware  wrap$1",
		"prompt ask prompt",
		"resource note://1 resource",
		"tool  Orphan inferred",
		"tool note_get tool",
	})
	if r := p.Roots[slices.IndexFunc(p.Roots, func(r *link.Root) bool { return r.Hook != "" })]; r.Hook != "initialize" {
		t.Errorf("the hook is %q", r.Hook)
	}
}

// Requests reach what handlers call, also in goroutines; start-up reaches what
// main calls.
func TestReach(t *testing.T) {
	p := program(t, `package main
`+mcpgo+`
func load()     { check() }
func check()    {}
func answer()   { both(); go later() }
func later()    {}
func both()     {}
func dead()     {}

func handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	answer()
	return nil, nil
}

func main() {
	load()
	both()
	s := server.NewMCPServer("x", "1")
	s.AddTool(mcp.NewTool("get"), handle)
}
`)
	for name, want := range map[string][2]bool{
		"handle": {true, false}, "answer": {true, false}, "later": {true, false},
		"both": {true, true},
		"main": {false, true}, "load": {false, true}, "check": {false, true}, "dead": {false, true},
	} {
		f := fn(t, p, name)
		if got := [2]bool{p.InRequest(f), p.AtStart(f)}; got != want {
			t.Errorf("%s: in a request %v, at start %v; want %v", name, got[0], got[1], want)
		}
	}
	path := p.Path(p.Roots[0], fn(t, p, "later"))
	var names []string
	for _, s := range path {
		names = append(names, s.Fn.Name)
	}
	same(t, "the path to later", names, []string{"handle", "answer", "later"})
	if !link.Sure(path) {
		t.Error("the path is not sure")
	}
	if p.Path(p.Roots[0], fn(t, p, "load")) != nil {
		t.Error("there is a path to load")
	}
}

// keepers collects the origins of what is passed to keep(label, value).
func keepers(t *testing.T, p *link.Program) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for _, f := range p.Fns {
		for i := range f.Code {
			in := &f.Code[i]
			if in.Op != effects.Call || in.Callee.Name != "keep" {
				continue
			}
			var os []string
			for _, o := range p.Origins(f, in.A[1]) {
				if s := o.String(); !slices.Contains(os, s) {
					os = append(os, s)
				}
			}
			slices.Sort(os)
			out[in.A[0].S] = os
		}
	}
	return out
}

// Where values come from: through helpers, memory, structs, maps, contexts and
// outside code that only writes them differently.
func TestOrigins(t *testing.T) {
	p := program(t, `package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func keep(label string, v any) {}

type ctxKey struct{}
type other struct{}

const header = "X-User"

func withUser(ctx context.Context, r *http.Request) context.Context {
	ctx = context.WithValue(ctx, other{}, "constant")
	return context.WithValue(ctx, ctxKey{}, r.Header.Get(header))
}

func user(ctx context.Context) string {
	u, _ := ctx.Value(ctxKey{}).(string)
	return u
}

func session(ctx context.Context) string { return server.ClientSessionFromContext(ctx).SessionID() }

type call struct{ user, topic string }

var (
	mode  string
	count int
	names = []string{"a", "b"}
	byKey = map[string]string{}
)

func init() { mode = os.Getenv("MODE") }

func handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	topic := req.GetString("topic", "none")
	c := call{user: user(ctx), topic: topic}
	copied := c
	byKey[topic] = time.Now().String()
	count++

	keep("argument", topic)
	keep("header through the context", user(ctx))
	keep("another key of the context", ctx.Value(other{}))
	keep("session", session(ctx))
	keep("field", c.topic)
	keep("field of a copy", copied.user)
	keep("formatted", fmt.Sprintf("%s/%s", "a", topic))
	keep("trimmed", strings.TrimSpace(topic))
	keep("hashed", sha256.Sum256([]byte(user(ctx))))
	keep("environment", mode)
	keep("strong id", rand.Text())
	keep("host", func() string { h, _ := os.Hostname(); return h }())
	keep("count", strconv.Itoa(count))
	keep("length", len(names))
	keep("element", names[0])
	keep("map", byKey["x"])
	for k := range byKey {
		keep("key of a map", k)
	}
	return nil, nil
}

func main() {
	s := server.NewMCPServer("x", "1")
	s.AddTool(mcp.NewTool("get"), handle)
	server.NewStreamableHTTPServer(s, server.WithHTTPContextFunc(withUser))
}
`)
	got := keepers(t, p)
	for label, want := range map[string][]string{
		"argument":                   {"origin.arg(topic)"},
		"header through the context": {"origin.header(X-User)"},
		"another key of the context": {"const(constant)"},
		"session":                    {"origin.sessionid"},
		"field":                      {"origin.arg(topic)"},
		"field of a copy":            {"origin.header(X-User)"},
		"formatted":                  {"const(%s/%s)", "const(a)", "extern(fmt.Sprintf)", "origin.arg(topic)"},
		"trimmed":                    {"extern(strings.TrimSpace)", "origin.arg(topic)"},
		"hashed":                     {"origin.header(X-User)#"},
		"environment":                {"origin.env(MODE)"},
		"strong id":                  {"origin.id"},
		"host":                       {"origin.host"},
		"count":                      {"count", "extern(strconv.Itoa)", "literal(1)"},
		"length":                     {"count"},
		"element":                    {"const(a)", "const(b)"},
		"map":                        {"extern(time.Time.String)", "origin.clock"},
		"key of a map":               {"origin.arg(topic)"},
	} {
		if !slices.Equal(got[label], want) {
			t.Errorf("%s: got %q, want %q", label, got[label], want)
		}
	}
}

// A struct that is copied keeps what its fields were set to.
func TestStructCopies(t *testing.T) {
	p := program(t, `package main

func keep(label string, v any) {}

type options struct {
	name  string
	nested inner
}

type inner struct{ level string }

func base() *options { return &options{name: "base", nested: inner{level: "low"}} }

func byValue(o options) { keep("parameter", o.nested.level) }

func main() {
	o := *base()
	list := []options{o}
	m := map[string]options{"k": o}
	keep("copy", o.nested.level)
	keep("element", list[0].name)
	keep("value of a map", m["k"].nested.level)
	keep("original", base().name)
	byValue(o)
}
`)
	got := keepers(t, p)
	for label, want := range map[string][]string{
		"copy":           {"const(low)"},
		"element":        {"const(base)"},
		"value of a map": {"const(low)"},
		"original":       {"const(base)"},
		"parameter":      {"const(low)"},
	} {
		if !slices.Equal(got[label], want) {
			t.Errorf("%s: got %q, want %q", label, got[label], want)
		}
	}
}

// states describes the memory that outlives requests: what it is called, its
// kind and what requests do with it.
func states(p *link.Program) []string {
	var out []string
	for _, s := range p.States() {
		kind := map[link.StateKind]string{link.FieldState: "field", link.GlobalState: "variable", link.CapturedState: "captured"}[s.Kind]
		var acts []string
		for _, a := range s.Accesses {
			if !p.InRequest(a.Fn) || a.Ref && !a.All {
				continue
			}
			act := fmt.Sprintf("%s@%d", a.Kind, a.Depth)
			if a.Key.K != effects.None {
				act += "[key]"
			}
			if a.All {
				act += "*"
			}
			if !slices.Contains(acts, act) {
				acts = append(acts, act)
			}
		}
		slices.Sort(acts)
		out = append(out, fmt.Sprintf("%s %s: %s", kind, s.Object, strings.Join(acts, " ")))
	}
	return out
}

// The owner of a piece of memory is the field, variable or captured variable
// from which requests reach it; what is inside an entry belongs to the
// container.
func TestStateOwners(t *testing.T) {
	p := program(t, `package main

import (
	"context"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type entry struct {
	text string
	tags []string
}

type settings struct{ theme string }

type service struct {
	mu      sync.Mutex
	entries map[string]*entry
	log     []string
	opts    *settings
	fixed   string
}

var (
	current string
	shared  sync.Map
	table   = map[string]int{"a": 1}
)

func (s *service) put(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := req.GetString("k", "")
	s.entries[k] = &entry{text: k}
	s.entries[k].tags = append(s.entries[k].tags, s.fixed)
	s.log = append(s.log, k)
	s.opts.theme = k
	shared.Store(k, table["a"])
	local := map[string]int{}
	local[k]++
	return nil, nil
}

func (s *service) get(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	current = s.opts.theme
	for k := range s.entries {
		delete(s.entries, k)
	}
	_, ok := shared.Load(current)
	if ok {
		return mcp.NewToolResultText(s.entries["x"].text), nil
	}
	return nil, nil
}

func main() {
	calls := 0
	s := &service{entries: map[string]*entry{}, opts: &settings{}, fixed: "f"}
	m := server.NewMCPServer("x", "1")
	m.AddTool(mcp.NewTool("put"), s.put)
	m.AddTool(mcp.NewTool("get"), s.get)
	m.AddTool(mcp.NewTool("count"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		calls++
		return nil, nil
	})
}
`)
	same(t, "states", states(p), []string{
		"variable main.current: read@0 write@0",
		"captured main.main.calls: read@0 update@0",
		"field main.service.entries: delete@0[key] read@0* read@0[key] read@1 update@1 write@0[key] write@1",
		"field main.service.fixed: read@0",
		"field main.service.log: read@0 update@0",
		"field main.service.opts: read@0",
		"field main.settings.theme: read@0 write@0",
		"variable main.shared: read@0[key] write@0[key]",
		"variable main.table: read@0[key]",
	})
}

// Two values of one type are one state object: their code is the same, and one
// rewrite closes both.
func TestStatePerType(t *testing.T) {
	p := program(t, `package main
`+mcpgo+`
type cache struct{ m map[string]string }

func (c *cache) set(k string) { c.m[k] = k }

type app struct{ a, b *cache }

func (x *app) handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	x.a.set("a")
	x.b.set("b")
	return nil, nil
}

func main() {
	x := &app{a: &cache{m: map[string]string{}}, b: &cache{m: map[string]string{}}}
	s := server.NewMCPServer("x", "1")
	s.AddTool(mcp.NewTool("set"), x.handle)
}
`)
	n := 0
	for _, s := range p.States() {
		if s.Object == "main.cache.m" {
			n++
			if got := s.Key; got != "example.com/app.cache.m" {
				t.Errorf("the key is %q", got)
			}
			if s.Pos.Line != 10 || !s.Container(p) {
				t.Errorf("it is declared in line %d, a container: %v", s.Pos.Line, s.Container(p))
			}
		}
	}
	if n != 1 {
		t.Errorf("%d objects main.cache.m: %q", n, states(p))
	}
}

// What only one request holds is nobody's state.
func TestRequestMemory(t *testing.T) {
	p := program(t, `package main
`+mcpgo+`
type basket struct{ items map[string]int }

func (b *basket) add(k string) { b.items[k]++ }

func newBasket() *basket { return &basket{items: map[string]int{}} }

func handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	b := newBasket()
	for _, k := range req.GetStringSlice("k", nil) {
		b.add(k)
	}
	return nil, nil
}

func main() {
	s := server.NewMCPServer("x", "1")
	s.AddTool(mcp.NewTool("get"), handle)
}
`)
	same(t, "states", states(p), nil)
}

// The same summaries make the same program.
func TestDeterministic(t *testing.T) {
	src := `package main
` + mcpgo + `
type s1 struct{ m map[string]string }
type s2 struct{ m map[string]string }

func (s *s1) get(k string) string { return s.m[k] }
func (s *s2) get(k string) string { return s.m[k] }

type getter interface{ get(string) string }

var gs = map[string]getter{"1": &s1{m: map[string]string{}}, "2": &s2{m: map[string]string{}}}

func handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	k := req.GetString("k", "")
	gs[k].(*s1).m[k] = k
	return mcp.NewToolResultText(gs[k].get(k)), nil
}

func main() {
	s := server.NewMCPServer("x", "1")
	for _, n := range []string{"a", "b", "c"} {
		s.AddTool(mcp.NewTool(n), handle)
	}
}
`
	first := program(t, src)
	want := fmt.Sprint(roots(first), states(first), calls(fn(t, first, "handle")))
	for range 5 {
		p := program(t, src)
		if got := fmt.Sprint(roots(p), states(p), calls(fn(t, p, "handle"))); got != want {
			t.Fatalf("got %s\nwant %s", got, want)
		}
	}
}
