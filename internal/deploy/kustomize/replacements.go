package kustomize

import (
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// replacements copies values from one object to others.
func (b *builder) replacements(l *layer, objects []*object) {
	for _, entry := range l.node.Get("replacements").Items() {
		path := entry.Get("path")
		if path == nil {
			b.replace(l, entry, objects)
			continue
		}
		if entry.Get("source") != nil || entry.Get("targets").Len() > 0 {
			b.fails(path, "a replacement is written out and has a file")
			continue
		}
		docs, _ := b.documents(l, path)
		for _, d := range docs {
			for _, r := range d.List() {
				b.replace(l, r, objects)
			}
		}
	}
}

// fails says what `kustomize build` stops at.
func (b *builder) fails(at *tree.Node, msg string) {
	b.problem(at.Pos, msg, "`kustomize build` fails as well; the rest was built")
}

// replace does one replacement.
func (b *builder) replace(l *layer, r *tree.Node, objects []*object) {
	value := b.replacement(r, objects)
	if value == nil {
		return
	}
	for _, t := range r.Get("targets").Items() {
		selected := t.Get("select")
		if selected == nil {
			b.fails(t, "the target of a replacement selects nothing")
			continue
		}
		paths := t.Get("fieldPaths").Items()
		if len(paths) == 0 {
			paths = []*tree.Node{{Value: "metadata.name", Pos: t.Pos, Key: t.Key}}
		}
		for _, o := range objects {
			if !replaceable(t, selected, o) {
				continue
			}
			for _, path := range paths {
				if !b.spend(l, value.Size()+len(value.Value)/maxName) || o.node.Size() > maxNodes {
					b.tooLarge(l)
					return
				}
				if wrong := o.put(path.Value, value, t.Get("options")); wrong != "" && !b.parts {
					b.fails(path, "a replacement has no place in "+o.kind()+" "+o.name()+": "+wrong)
				}
			}
		}
	}
}

// replaceable reports whether an object is a target of a replacement.
func replaceable(target, selected *tree.Node, o *object) bool {
	fits := func(s *tree.Node) bool {
		return labelled(s.Str("labelSelector"), o.node.Get("metadata", "labels")) && labelled(s.Str("annotationSelector"), o.node.Get("metadata", "annotations"))
	}
	named := func(s *tree.Node) bool {
		for _, id := range o.ids() {
			if pattern(s.Str("group"), o.group()) && pattern(s.Str("version"), o.version()) && pattern(s.Str("kind"), id.kind) && pattern(s.Str("name"), id.name) && pattern(s.Str("namespace"), id.space) {
				return true
			}
		}
		return false
	}
	if !fits(selected) || !named(selected) {
		return false
	}
	for _, r := range target.Get("reject").Items() {
		labels := r.Str("labelSelector") != "" || r.Str("annotationSelector") != ""
		anything := r.First("group", "version", "kind", "name", "namespace") == nil
		if labels && fits(r) || !anything && named(r) {
			return false
		}
	}
	return true
}

// replacement is the value that a replacement copies, nil if there is none.
func (b *builder) replacement(r *tree.Node, objects []*object) *tree.Node {
	source, text := r.Get("source"), r.Get("sourceValue")
	switch {
	case source == nil && text == nil || r.Get("targets") == nil:
		b.fails(r, "a replacement without source or targets")
		return nil
	case source != nil && text != nil:
		b.fails(r, "a replacement with two sources")
		return nil
	case text != nil:
		return text
	}
	var from *object
	for _, o := range objects {
		if !o.is(source) {
			continue
		}
		if from != nil {
			b.fails(source, "the source of a replacement is more than one object")
			return nil
		}
		from = o
	}
	if from == nil {
		if !b.parts {
			b.fails(source, "the source of a replacement is nothing that the kustomization has")
		}
		return nil
	}
	path := source.Str("fieldPath")
	if path == "" {
		path = "metadata.name"
	}
	value := lookUp(from.node, fieldPath(path))
	if value == nil || value.Null || value.Kind != tree.Scalar && value.Len() == 0 {
		if !b.parts {
			b.fails(source, "the source of a replacement has no field "+path)
		}
		return nil
	}
	value = value.Clone()
	options := source.Get("options")
	if sep := options.Str("delimiter"); sep != "" {
		parts := strings.Split(value.Value, sep)
		i, _ := options.Int("index")
		if value.Kind != tree.Scalar || i < 0 || i >= len(parts) {
			b.fails(source, "the source of a replacement has no such part")
			return nil
		}
		value.Value = parts[i]
	}
	return value
}

// is reports whether an object is the one that a source names, by its present name or one that it had.
func (o *object) is(source *tree.Node) bool {
	either := func(want, have string) bool { return want == "" || want == have }
	if !either(source.Str("group"), o.group()) || !either(source.Str("version"), o.version()) {
		return false
	}
	for _, id := range o.ids() {
		space := source.Str("namespace")
		if either(source.Str("kind"), id.kind) && either(source.Str("name"), id.name) && (space == "" || effective(space, o) == effective(id.space, o)) {
			return true
		}
	}
	return false
}

// put sets the fields at a path to a value. It says what is wrong if there are none.
func (o *object) put(path string, value, options *tree.Node) (wrong string) {
	parts := fieldPath(path)
	if o.putInside(parts, value, options) {
		return ""
	}
	var leaf *tree.Node
	if options.True("create") {
		leaf = value
	}
	found, wrong := matches(o.node, parts, leaf)
	if wrong != "" {
		return wrong
	}
	if len(found) == 0 {
		return "the field " + path + " is not there"
	}
	for _, n := range found {
		if !assign(n, value, options) {
			return "the field " + path + " is no text, or one that grows too large, to put a part into"
		}
	}
	return ""
}

// assign sets a field to a value, or one part of it.
func assign(n, value, options *tree.Node) bool {
	v := value.Clone()
	whole := true
	if sep := options.Str("delimiter"); sep != "" {
		if n.Kind != tree.Scalar {
			return false
		}
		parts := strings.Split(n.Value, sep)
		switch i, _ := options.Int("index"); {
		case i < 0:
			parts = append([]string{v.Value}, parts...)
		case i >= len(parts):
			parts = append(parts, v.Value)
		default:
			parts[i] = v.Value
		}
		v.Value, whole = strings.Join(parts, sep), false
		if len(v.Value) > maxText {
			return false
		}
	}
	if n.Kind != tree.Scalar {
		key := n.Key
		n.Become(v)
		n.Key = key
		return true
	}
	overwrite(n, v, whole, tree.ByReplacement)
	return true
}

// overwrite gives a scalar another text. A whole value brings the place that sets it along.
func overwrite(n, v *tree.Node, whole bool, by string) {
	n.Value, n.Null, n.By = v.Value, false, by
	if whole {
		n.Pos, n.Key, n.Block, n.Indent = v.Pos, v.Key, v.Block, v.Indent
	}
}

// putInside sets a field of a YAML or JSON text that is the value of a field, such as a file in a ConfigMap.
func (o *object) putInside(parts []string, value, options *tree.Node) bool {
	for i := 1; i < len(parts); i++ {
		text := lookUp(o.node, parts[:i])
		if text == nil || text.Kind != tree.Scalar || strings.TrimSpace(text.Value) == "" {
			continue
		}
		docs, errs := tree.Documents([]byte(text.Value), text.Inside())
		if len(errs) > 0 || len(docs) == 0 {
			continue
		}
		var leaf *tree.Node
		if options.True("create") {
			leaf = value
		}
		found, wrong := matches(docs[0], parts[i:], leaf)
		if wrong != "" || len(found) == 0 {
			return false
		}
		for _, n := range found {
			if !assign(n, value, options) {
				return false
			}
		}
		printed, err := docs[0].Print(text.Value)
		if err != nil {
			return false
		}
		text.Value, text.Block, text.By = printed, false, tree.ByReplacement
		return true
	}
	return false
}
