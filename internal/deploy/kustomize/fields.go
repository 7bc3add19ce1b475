package kustomize

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// A fieldSpec names a field of all objects of a kind: the form in which Kustomize's configurations say where a transformation applies.
type fieldSpec struct {
	group, version, kind string // "" for any
	path                 []string
	create               bool // make the field where it is missing
}

func newSpec(n *tree.Node) fieldSpec {
	return fieldSpec{n.Str("group"), n.Str("version"), n.Str("kind"), split(n.Str("path"), "/"), n.True("create")}
}

// split splits a path at a separator that no backslash stands before. It may begin with one.
func split(path, sep string) []string {
	var out []string
	for part := range strings.SplitSeq(strings.TrimPrefix(path, sep), sep) {
		if last := len(out) - 1; last >= 0 && strings.HasSuffix(out[last], `\`) {
			out[last] = strings.TrimSuffix(out[last], `\`) + sep + part
			continue
		}
		out = append(out, part)
	}
	return out
}

// about reports whether the field is one of an object.
func (s fieldSpec) about(o *object) bool {
	return (s.kind == "" || s.kind == o.kind()) && (s.group == "" || s.group == o.group()) && (s.version == "" || s.version == o.version())
}

// covers reports whether another field is the same one, of the same or of fewer objects.
func (s fieldSpec) covers(other fieldSpec) bool {
	return slices.Equal(s.path, other.path) && (other.group == "" || other.group == s.group) && (other.version == "" || other.version == s.version) && (other.kind == "" || other.kind == s.kind)
}

// visit calls do with the nodes of the field in an object. Lists on the way are entered. A missing field that is to be made gets a copy of leaf.
func (s fieldSpec) visit(o *object, leaf *tree.Node, do func(*tree.Node)) {
	if !s.about(o) {
		return
	}
	var enter func(n *tree.Node, path []string)
	enter = func(n *tree.Node, path []string) {
		switch {
		case len(path) == 0:
			do(n)
		case n.Kind == tree.Seq:
			for _, e := range n.Items() {
				enter(e, path)
			}
		case n.Kind == tree.Map:
			key, list := strings.CutSuffix(path[0], "[]")
			next := n.Get(key)
			if next == nil {
				if !s.create || leaf == nil || list || key == "" {
					return
				}
				if next = leaf.Clone(); len(path) > 1 {
					next = &tree.Node{Kind: tree.Map, Pos: leaf.Pos, Key: leaf.Key}
				}
				n.Put(key, next)
			}
			enter(next, path[1:])
		}
	}
	enter(o.node, s.path)
}

// config is what the files under configurations add to the fields that Kustomize knows, by their names there.
type config struct {
	fields map[string][]fieldSpec
	names  []nameSpec
}

var configured = []string{"namePrefix", "nameSuffix", "namespace", "commonLabels", "labels", "templateLabels", "volumeClaimTemplateLabels", "commonAnnotations", "varReference", "images", "replicas"}

// configure adds the fields that a kustomization declares.
func (b *builder) configure(l *layer, c *config) {
	for _, entry := range l.node.Get("configurations").Items() {
		docs, ok := b.documents(l, entry)
		if !ok {
			continue
		}
		for _, d := range docs {
			for _, key := range configured {
				for _, f := range d.Get(key).Items() {
					c.add(key, newSpec(f))
				}
			}
			for _, r := range d.Get("nameReference").Items() {
				n := nameSpec{target: newSpec(r)}
				for _, f := range r.Get("fieldSpecs").Items() {
					n.fields = append(n.fields, newSpec(f))
				}
				c.names = append(c.names, n)
			}
		}
	}
}

func (c *config) add(key string, s fieldSpec) {
	if c.fields == nil {
		c.fields = map[string][]fieldSpec{}
	}
	c.fields[key] = withSpec(c.fields[key], s)
}

// withSpec adds a field to a list that does not have it yet.
func withSpec(list []fieldSpec, s fieldSpec) []fieldSpec {
	if len(s.path) == 0 || slices.ContainsFunc(list, func(have fieldSpec) bool { return have.covers(s) }) {
		return list
	}
	return append(list, s)
}

// merge adds the fields that a part of the kustomization declares.
func (c *config) merge(other *config) {
	for key, list := range other.fields {
		for _, s := range list {
			c.add(key, s)
		}
	}
	c.names = append(c.names, other.names...)
}

// documents are the documents of a file that a kustomization names.
func (b *builder) documents(l *layer, entry *tree.Node) ([]*tree.Node, bool) {
	path, dir, ok := b.local(l, entry)
	if !ok || dir {
		return nil, false
	}
	b.take(path)
	d := b.g.parsed(path)
	if d.err != nil {
		b.problem(entry.Pos, "what the kustomization names cannot be read: "+cause(d.err), "check the file; the rest of the kustomization was built")
		return nil, false
	}
	file := tree.In(b.g.files.Name(path))
	for _, e := range d.errs {
		b.problem(file(e.Line, 1, ""), e.Msg, "mend the file; the rest of the kustomization was built")
	}
	return d.nodes, true
}
