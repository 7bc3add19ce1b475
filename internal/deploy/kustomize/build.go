package kustomize

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// builder builds one kustomization.
type builder struct {
	g     *Graph
	out   *Built
	stack []string        // folders that are being built
	count int             // layers that were built
	size  int             // objects that were read
	taken map[string]bool // files
	twice map[string]bool // names of which there are several objects
	nodes int             // that were copied
	bytes int             // of files that generators took in
	large bool            // a limit was reached
	parts bool            // objects are missing, so that patches of them find nothing
}

func (b *builder) problem(at fact.Pos, msg, hint string) {
	b.out.Problems = append(b.out.Problems, fact.Problem{Pos: at, Msg: msg, Hint: hint})
}

func (b *builder) gap(at fact.Pos, what, why string) {
	b.out.Gaps = append(b.out.Gaps, fact.Gap{What: fmt.Sprintf("%s:%d: %s", at.File, at.Line, what), Why: why})
}

// A stock is what a kustomization has so far: objects, and what it and its parts say about names and variables.
type stock struct {
	objects []*object
	config  config
	vars    []*variable
	index   map[string]*object // of what was added, by what it is called
}

// absorb adds what a part of the kustomization came to.
func (b *builder) absorb(s, part *stock) {
	b.add(s, part.objects...)
	s.config.merge(&part.config)
	for _, v := range part.vars {
		if slices.ContainsFunc(s.vars, func(have *variable) bool { return have.name == v.name }) {
			b.fails(v.def, "the variable "+v.name+" is defined twice")
			continue
		}
		s.vars = append(s.vars, v)
	}
}

// layer adds what a kustomization lists and generates to the stock, and applies to it what it says. A base is built from nothing, a
// component on what is there.
func (b *builder) layer(l *layer, s *stock) {
	b.take(l.path)
	if b.count++; b.count > maxLayers {
		b.tooLarge(l)
		return
	}
	if l.fault != nil {
		b.out.Problems = append(b.out.Problems, *l.fault)
		b.parts = true
		return
	}
	b.stack = append(b.stack, l.dir)
	defer func() { b.stack = b.stack[:len(b.stack)-1] }()
	for _, key := range []string{"resources", "bases"} {
		for _, r := range l.node.Get(key).Items() {
			b.resource(l, r, s)
		}
	}
	b.configure(l, &s.config)
	s.objects = b.generate(l, s.objects)
	for _, c := range l.node.Get("components").Items() {
		if sub := b.folder(l, c); sub != nil {
			b.layer(sub, s)
		}
	}
	b.unsupported(l)
	b.transform(l, s)
	b.define(l, s)
}

// spend counts what a build copies. It reports false, once with a problem, when that is too much.
func (b *builder) spend(l *layer, nodes int) bool {
	if b.nodes += nodes; b.nodes <= maxTotal {
		return true
	}
	b.tooLarge(l)
	return false
}

func (b *builder) tooLarge(l *layer) {
	if !b.large {
		b.large = true
		b.problem(fact.Pos{File: b.g.files.Name(l.path), Line: 1}, "the kustomization takes in more than can be built", "build its parts by themselves")
	}
	b.parts = true
}

func (b *builder) take(path string) { b.taken[path], b.g.used[path] = true, true }

// unsupported says what of a kustomization is not done.
func (b *builder) unsupported(l *layer) {
	for _, f := range []struct {
		key, why string
		objects  bool // that are missing then
	}{
		{"helmCharts", "charts that a kustomization inflates are not rendered", true},
		{"helmChartInflationGenerator", "charts that a kustomization inflates are not rendered", true},
		{"generators", "plugins are not run", true},
		{"transformers", "plugins are not run", false},
		{"crds", "schemas of one's own are not read", false},
		{"openapi", "schemas of one's own are not read", false},
	} {
		if n := l.node.Get(f.key); n.Len() > 0 {
			b.gap(n.Key, f.key, f.why)
			b.parts = b.parts || f.objects
		}
	}
}

// local is the path of an entry that is on this machine. It says what is missing.
func (b *builder) local(l *layer, entry *tree.Node) (path string, dir, ok bool) {
	if entry.Kind != tree.Scalar || entry.Value == "" {
		b.problem(entry.Pos, "the entry of the kustomization is no path", "mend the kustomization")
		return "", false, false
	}
	path = filepath.Join(l.dir, filepath.FromSlash(entry.Value))
	info, err := b.g.files.stat(path)
	switch {
	case err == nil && !remote(entry.Value):
		return path, info.IsDir(), true
	case remote(entry.Value):
		b.parts = true
		b.gap(entry.Pos, "a remote part of the kustomization", "it is not on this machine, and nothing is fetched")
	case errors.Is(err, errOutside):
		b.parts = true
		b.gap(entry.Pos, "a part of the kustomization", "it is outside of the repository")
	default:
		b.parts = true
		b.problem(entry.Pos, "what the kustomization names is not there: "+cause(err), "`kustomize build` fails as well; the rest was built")
	}
	return "", false, false
}

// remote reports whether an entry names a repository or a file elsewhere.
func remote(entry string) bool {
	if strings.Contains(entry, "://") || strings.HasPrefix(entry, "git@") || strings.Contains(entry, "?ref=") || strings.Contains(entry, "?version=") {
		return true
	}
	host, _, ok := strings.Cut(entry, "/")
	return ok && slices.Contains([]string{"github.com", "gitlab.com", "bitbucket.org"}, host)
}

// folder is the kustomization that an entry names.
func (b *builder) folder(l *layer, entry *tree.Node) *layer {
	path, dir, ok := b.local(l, entry)
	if !ok {
		return nil
	}
	sub := b.g.layer(path)
	switch {
	case !dir || sub == nil:
		b.problem(entry.Pos, "there is no kustomization in what the kustomization names", "`kustomize build` fails as well; the rest was built")
		return nil
	case slices.Contains(b.stack, path) || len(b.stack) > maxDepth:
		b.problem(entry.Pos, "the kustomization takes itself in", "`kustomize build` fails as well; the rest was built")
		return nil
	}
	return sub
}

// resource adds the objects that an entry of resources stands for.
func (b *builder) resource(l *layer, entry *tree.Node, s *stock) {
	path, dir, ok := b.local(l, entry)
	if !ok {
		return
	}
	if dir {
		if sub := b.folder(l, entry); sub != nil {
			part := &stock{}
			b.layer(sub, part)
			b.absorb(s, part)
		}
		return
	}
	out := b.file(l, path)
	if b.size += len(out); b.size > maxObjects {
		b.tooLarge(l)
		return
	}
	b.add(s, out...)
}

// add adds objects, of which there may be one of a name.
func (b *builder) add(s *stock, objects ...*object) {
	for _, o := range objects {
		key := o.key()
		if have := s.index[key]; have != nil && have.key() == key && !have.gone && !b.twice[key] {
			b.twice[key] = true
			b.fails(o.node, "there is a second "+o.kind()+" "+o.name())
		}
		if s.index == nil {
			s.index = map[string]*object{}
		}
		s.index[key] = o
		s.objects = append(s.objects, o)
	}
}

// file are the objects of a file.
func (b *builder) file(l *layer, path string) []*object {
	b.take(path)
	d := b.g.parsed(path)
	at := fact.Pos{File: b.g.files.Name(path), Line: 1}
	if d.err != nil {
		b.problem(at, "cannot be read: "+cause(d.err), "check the file; the rest of the kustomization was built")
	}
	for _, e := range d.errs {
		at.Line = e.Line
		b.problem(at, e.Msg, "mend the document; the others of the kustomization were built")
	}
	var out []*object
	var add func(n *tree.Node)
	add = func(n *tree.Node) {
		if items := n.Get("items"); items != nil && strings.HasSuffix(n.Str("kind"), "List") {
			for _, item := range items.Items() {
				add(item)
			}
			return
		}
		if n.Str("kind") != "" && b.spend(l, n.Size()) {
			out = append(out, newObject(n.Clone()))
		}
	}
	for _, n := range d.nodes {
		add(n)
	}
	return out
}

// generate adds the ConfigMaps and Secrets that a kustomization makes. Of secrets only the names of the keys are taken.
func (b *builder) generate(l *layer, objects []*object) []*object {
	for _, kind := range []string{"ConfigMap", "Secret"} {
		for _, g := range l.node.Get(strings.ToLower(kind[:1]) + kind[1:] + "Generator").Items() {
			o, ok := b.generated(l, g, kind)
			if !ok {
				continue
			}
			at := slices.IndexFunc(objects, func(e *object) bool { return e.kind() == kind && e.called(o.orig) })
			switch {
			case at < 0 || o.behavior == "" || o.behavior == "create":
				if at >= 0 && objects[at].key() == o.key() {
					b.fails(g, "there is a second "+kind+" "+o.name())
				}
				objects = append(objects, o)
			case o.behavior == "replace":
				objects[at].node.Set("data", o.node.Get("data"))
			default:
				data := objects[at].node.Get("data")
				if data == nil {
					data = &tree.Node{Kind: tree.Map, Pos: g.Pos, Key: g.Pos}
					objects[at].node.Set("data", data)
				}
				for k, v := range o.node.Get("data").Entries() {
					data.Set(k, v)
				}
			}
		}
	}
	return objects
}

func (b *builder) generated(l *layer, g *tree.Node, kind string) (*object, bool) {
	text := func(value string, at *tree.Node) *tree.Node {
		return &tree.Node{Value: value, Pos: at.Pos, Key: at.Pos, Quoted: true}
	}
	data := &tree.Node{Kind: tree.Map, Pos: g.Pos, Key: g.Pos}
	binary := &tree.Node{Kind: tree.Map, Pos: g.Pos, Key: g.Pos}
	if kind == "Secret" {
		binary = data
	}
	put := func(key string, v *tree.Node) {
		if kind == "Secret" {
			v.Value = ""
		}
		data.Set(key, v)
	}
	for _, lit := range g.Get("literals").Items() {
		key, value, _ := strings.Cut(lit.Value, "=")
		put(key, text(strings.Trim(value, `"'`), lit))
	}
	complete := true
	load := func(entry *tree.Node, name string) ([]byte, string) {
		e := *entry
		e.Value = name
		path, dir, ok := b.local(l, &e)
		if !ok || dir {
			complete = false
			return nil, ""
		}
		b.take(path)
		if b.bytes > maxBytes {
			b.tooLarge(l)
			complete = false
			return nil, ""
		}
		src, err := b.g.files.read(path)
		if err != nil {
			b.problem(entry.Pos, "cannot be read: "+cause(err), "check the file; the rest of the kustomization was built")
			complete = false
		}
		b.bytes += len(src)
		return src, path
	}
	for _, f := range g.Get("files").Items() {
		key, name, named := strings.Cut(f.Value, "=")
		if !named {
			key, name = filepath.Base(filepath.FromSlash(f.Value)), f.Value
		}
		src, path := load(f, name)
		if path == "" {
			continue
		}
		if !utf8.Valid(src) {
			binary.Set(key, text("", f)) // nothing that could be read
			continue
		}
		// The text stands in a file of its own, from the first line on.
		put(key, &tree.Node{Value: string(src), Pos: fact.Pos{File: b.g.files.Name(path)}, Key: f.Pos, Block: true, Quoted: true})
	}
	for _, f := range append(g.Get("envs").List(), g.Get("env").List()...) {
		src, path := load(f, f.Value)
		if path == "" {
			continue
		}
		for i, line := range strings.Split(strings.TrimPrefix(string(src), "\ufeff"), "\n") {
			key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
			if key == "" || strings.HasPrefix(key, "#") {
				continue
			}
			at := &tree.Node{Pos: fact.Pos{File: b.g.files.Name(path), Line: i + 1, Col: 1}}
			put(key, text(value, at))
		}
	}
	// One of which a part is missing is no news of what is not set.
	if !complete {
		return nil, false
	}
	meta := &tree.Node{Kind: tree.Map, Pos: g.Pos, Key: g.Pos}
	name := g.Get("name")
	if name == nil {
		return nil, false
	}
	meta.Put("name", text(name.Value, g))
	if space := g.Get("namespace"); space.Str() != "" {
		meta.Put("namespace", space.Clone())
	}
	n := &tree.Node{Kind: tree.Map, Pos: g.Pos, Key: g.Pos}
	n.Put("apiVersion", text("v1", g))
	n.Put("kind", text(kind, g))
	n.Put("metadata", meta)
	if kind == "Secret" {
		typ := text("Opaque", g)
		if t := g.Get("type"); t != nil {
			typ = text(t.Value, t)
		}
		n.Put("type", typ)
	}
	n.Put("data", data)
	if kind != "Secret" && binary.Len() > 0 {
		n.Put("binaryData", binary)
	}
	o := newObject(n)
	o.behavior = g.Str("behavior")
	for _, options := range []*tree.Node{l.node.Get("generatorOptions"), g.Get("options")} {
		for _, key := range []string{"labels", "annotations"} {
			o.set([][]string{{"metadata", key}}, options.Get(key))
		}
	}
	return o, true
}
