package kustomize

import (
	"regexp"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// transform applies what a kustomization says about the objects, in Kustomize's order.
func (b *builder) transform(l *layer, objects []*object) []*object {
	n := l.node
	for _, p := range n.Get("patchesStrategicMerge").Items() {
		objects = b.patch(l, p, nil, objects)
	}
	for _, p := range n.Get("patches").Items() {
		objects = b.entry(l, p, objects)
	}
	for _, o := range objects {
		o.rename(n.Get("namePrefix"), n.Get("nameSuffix"))
	}
	b.label(n, objects)
	for _, o := range objects {
		o.set(annotationFields(o.kind()), n.Get("commonAnnotations"))
	}
	for _, p := range n.Get("patchesJson6902").Items() {
		objects = b.entry(l, p, objects)
	}
	for _, r := range n.Get("replicas").Items() {
		b.replicas(r, objects)
	}
	for _, key := range []string{"images", "imageTags"} {
		for _, i := range n.Get(key).Items() {
			for _, o := range objects {
				o.image(i)
			}
		}
	}
	return objects
}

// entry applies an entry of patches: a text or a file, with or without a target.
func (b *builder) entry(l *layer, p *tree.Node, objects []*object) []*object {
	text := p.First("patch", "path")
	if text == nil {
		b.problem(p.Pos, "a patch without text and file", "`kustomize build` fails as well; the rest was built")
		return objects
	}
	return b.patch(l, text, p.Get("target"), objects)
}

// patch applies the documents of a patch, which is a text, or the name of a file.
func (b *builder) patch(l *layer, text, target *tree.Node, objects []*object) []*object {
	docs, ok := b.patchDocuments(l, text)
	if !ok {
		return objects
	}
	for _, d := range docs {
		chosen := b.chosen(d, target, objects)
		if len(chosen) == 0 {
			objects = append(objects, b.unmatched(d, target)...)
		}
		for _, o := range chosen {
			if d.Kind == tree.Seq {
				b.operations(o, d)
			} else if o.merge(d) {
				objects = slices.DeleteFunc(objects, func(e *object) bool { return e == o })
			}
		}
	}
	return objects
}

// unmatched is called for a patch of nothing. Where objects are missing, the patch is all that is known of one of them.
func (b *builder) unmatched(d, target *tree.Node) []*object {
	if !b.parts {
		if target == nil {
			b.problem(d.Pos, "the patch is about nothing that the kustomization has", "`kustomize build` fails as well; the rest was built")
		}
		return nil
	}
	if d.Kind == tree.Map {
		if d.Str("$patch") == "delete" || d.Str("kind") == "" || d.Str("metadata", "name") == "" {
			return nil
		}
		return []*object{newObject(clean(d))}
	}
	if target.Str("kind") == "" || target.Str("name") == "" {
		return nil
	}
	n := &tree.Node{Kind: tree.Map, Pos: target.Pos, Key: target.Key}
	n.Put("kind", target.Get("kind").Clone())
	ensure(n, []string{"metadata"}, target).Put("name", target.Get("name").Clone())
	o := newObject(n)
	for _, op := range d.Items() {
		path, err := pointer(op.Str("path"))
		if v := op.Get("value"); err == nil && v != nil && op.Str("op") != "test" {
			c := v.Clone()
			c.Op = true
			ensure(n, path[:len(path)-1], v).Set(path[len(path)-1], c)
		}
	}
	return []*object{o}
}

func (b *builder) operations(o *object, ops *tree.Node) {
	// Kustomize keeps notes of its own among the annotations, so that there always are some to add to.
	ensure(o.node, []string{"metadata", "annotations"}, ops)
	defer func() {
		if meta := o.node.Get("metadata"); meta.Get("annotations").Len() == 0 {
			meta.Delete("annotations")
		}
	}()
	for _, op := range ops.Items() {
		if err := operate(o.node, op); err != nil {
			if !b.parts {
				b.problem(op.Pos, err.Error(), "`kustomize build` fails as well; the rest was built")
			}
			return
		}
	}
}

// patchDocuments are the documents of a patch.
func (b *builder) patchDocuments(l *layer, text *tree.Node) ([]*tree.Node, bool) {
	if text.Kind != tree.Scalar {
		b.problem(text.Pos, "a patch that is no text", "`kustomize build` fails as well; the rest was built")
		return nil, false
	}
	inline := text.Block || strings.ContainsAny(text.Value, "\n{[")
	var docs []*tree.Node
	var errs []*tree.Error
	file := text.Inside()
	if inline {
		docs, errs = tree.Documents([]byte(text.Value), file)
	} else {
		path, dir, ok := b.local(l, text)
		if !ok || dir {
			return nil, false
		}
		b.take(path)
		d := b.g.parsed(path)
		if d.err != nil {
			b.problem(text.Pos, "the patch cannot be read: "+cause(d.err), "check the file; the rest of the kustomization was built")
			return nil, false
		}
		docs, errs = d.nodes, d.errs
		file = tree.In(b.g.files.Name(path))
	}
	for _, e := range errs {
		at := file(e.Line, 1, "")
		b.problem(at, "the patch is "+e.Msg, "mend the patch; the rest of the kustomization was built")
	}
	return docs, true
}

// chosen are the objects that a patch is about.
func (b *builder) chosen(d, target *tree.Node, objects []*object) []*object {
	if target == nil {
		if d.Kind == tree.Seq {
			return nil
		}
		name, space := d.Str("metadata", "name"), d.Str("metadata", "namespace")
		var out []*object
		for _, o := range objects {
			if o.kind() == d.Str("kind") && o.group() == apiGroup(d.Str("apiVersion")) && slices.Contains(o.names, name) {
				out = append(out, o)
			}
		}
		if len(out) > 1 {
			// Of objects of one name, it is the one in the same namespace, or else the one that is called so now.
			near := slices.DeleteFunc(slices.Clone(out), func(o *object) bool { return o.node.Str("metadata", "namespace") != space })
			if len(near) == 0 {
				near = out
			}
			out = near[:1]
		}
		return out
	}
	var out []*object
	for _, o := range objects {
		if selects(target, o) {
			out = append(out, o)
		}
	}
	return out
}

// selects reports whether a target, whose fields are regular expressions, is about an object.
func selects(target *tree.Node, o *object) bool {
	group, version, found := strings.Cut(o.node.Str("apiVersion"), "/")
	if !found {
		group, version = "", group
	}
	fits := func(key string, values ...string) bool {
		pattern := target.Str(key)
		if pattern == "" {
			return true
		}
		re, err := regexp.Compile("^(?:" + pattern + ")$")
		return err == nil && slices.ContainsFunc(values, re.MatchString)
	}
	return fits("group", group) && fits("version", version) && fits("kind", o.kind()) && fits("name", o.names...) &&
		fits("namespace", o.node.Str("metadata", "namespace")) &&
		labelled(target.Str("labelSelector"), o.node.Get("metadata", "labels")) &&
		labelled(target.Str("annotationSelector"), o.node.Get("metadata", "annotations"))
}

// labelled reports whether labels fit a selector such as "app=web,tier!=cache,!debug".
func labelled(selector string, labels *tree.Node) bool {
	for part := range strings.SplitSeq(selector, ",") {
		part = strings.TrimSpace(part)
		key, value, equal := strings.Cut(part, "=")
		switch {
		case part == "":
		case !equal && strings.HasPrefix(part, "!"):
			if labels.Get(part[1:]) != nil {
				return false
			}
		case !equal:
			if labels.Get(part) == nil {
				return false
			}
		case strings.HasSuffix(key, "!"):
			if labels.Str(strings.TrimSpace(strings.TrimSuffix(key, "!"))) == strings.TrimSpace(value) {
				return false
			}
		default:
			if v := labels.Get(strings.TrimSpace(key)); v == nil || v.Value != strings.TrimSpace(strings.TrimPrefix(value, "=")) {
				return false
			}
		}
	}
	return true
}

// merge applies a strategic merge patch. What an object is and how it is called stays.
func (o *object) merge(patch *tree.Node) (gone bool) {
	kind, name, space := o.node.Get("kind"), o.node.Get("metadata", "name"), o.node.Get("metadata", "namespace")
	if merge(o.node, patch, builtin(o.group())) {
		return true
	}
	if o.node.Kind != tree.Map {
		return true
	}
	o.node.Set("kind", kind)
	if meta := o.node.Get("metadata"); meta != nil && name != nil {
		meta.Set("name", name)
		if meta.Delete("namespace"); space != nil {
			meta.Put("namespace", space)
		}
	}
	return false
}

func (o *object) rename(prefix, suffix *tree.Node) {
	switch o.kind() {
	case "CustomResourceDefinition", "APIService", "Namespace":
		return
	}
	before, after := prefix.Str(), suffix.Str()
	if before+after == "" {
		return
	}
	o.around = append(o.around, before+"\x00"+after)
	o.names = append(o.names, before+o.name()+after)
	if n := o.node.Get("metadata", "name"); n != nil {
		n.Value = o.name()
	}
}

func (b *builder) replicas(r *tree.Node, objects []*object) {
	count := r.Get("count")
	found := count == nil
	for _, o := range objects {
		switch o.kind() {
		case "Deployment", "ReplicaSet", "StatefulSet", "ReplicationController":
		default:
			continue
		}
		if count != nil && slices.Contains(o.names, r.Str("name")) {
			found = true
			ensure(o.node, []string{"spec"}, count).Set("replicas", count.Clone())
		}
	}
	if !found && !b.parts {
		b.problem(r.Pos, "replicas are set for nothing that the kustomization has", "`kustomize build` fails as well; the rest was built")
	}
}

// ensure is the map at a path, made where it is missing.
func ensure(n *tree.Node, path []string, by *tree.Node) *tree.Node {
	for _, key := range path {
		next := n.Get(key)
		if next == nil || next.Kind != tree.Map {
			next = &tree.Node{Kind: tree.Map, Pos: by.Pos, Key: by.Key}
			n.Set(key, next)
		}
		n = next
	}
	return n
}

// image changes the images of containers, wherever the object has some.
func (o *object) image(i *tree.Node) {
	o.node.Walk(func(_ string, n *tree.Node) bool {
		for _, key := range []string{"containers", "initContainers"} {
			for _, c := range n.Get(key).Items() {
				if image := c.Get("image"); image != nil && image.Kind == tree.Scalar {
					image.Value = changedImage(image.Value, i)
				}
			}
		}
		return true
	})
}

func changedImage(image string, i *tree.Node) string {
	name, tag, digest := splitImage(image)
	if name != i.Str("name") {
		return image
	}
	if to := i.Str("newName"); to != "" {
		name = to
	}
	newTag, newDigest := i.Str("newTag"), i.Str("digest")
	if newTag != "" || newDigest != "" {
		tag, digest = newTag, newDigest
	} else if s := i.Str("tagSuffix"); s != "" {
		tag, digest = tag+s, ""
	}
	if tag != "" {
		name += ":" + tag
	}
	if digest != "" {
		name += "@" + digest
	}
	return name
}

func splitImage(image string) (name, tag, digest string) {
	name, digest, _ = strings.Cut(image, "@")
	if i := strings.LastIndexByte(name, ':'); i > strings.LastIndexByte(name, '/') {
		name, tag = name[:i], name[i+1:]
	}
	return name, tag, digest
}

// label adds the labels that a kustomization gives to everything, and where it asks for it to selectors and templates.
func (b *builder) label(n *tree.Node, objects []*object) {
	for _, o := range objects {
		for _, l := range n.Get("labels").Items() {
			fields := [][]string{{"metadata", "labels"}}
			if l.True("includeSelectors") {
				fields = append(fields, selectorFields(o)...)
				fields = append(fields, templateFields(o.kind())...)
			} else if l.True("includeTemplates") {
				fields = append(fields, templateFields(o.kind())...)
			}
			o.set(fields, l.Get("pairs"))
		}
		if common := n.Get("commonLabels"); common.Len() > 0 {
			fields := append([][]string{{"metadata", "labels"}}, selectorFields(o)...)
			o.set(append(fields, templateFields(o.kind())...), common)
		}
	}
}

// set puts the entries of a map into the maps at some paths.
func (o *object) set(fields [][]string, entries *tree.Node) {
	for k, v := range entries.Entries() {
		for _, path := range fields {
			ensure(o.node, path, v).Set(k, v.Clone())
		}
	}
}

// selectorFields are the selectors of an object that its own labels go into. A service without a selector is given one, as Kustomize does.
func selectorFields(o *object) [][]string {
	switch kind := o.kind(); {
	case kind == "Service" && o.group() == "", kind == "ReplicationController":
		return [][]string{{"spec", "selector"}}
	case kind == "Deployment", kind == "ReplicaSet", kind == "DaemonSet", kind == "StatefulSet":
		return [][]string{{"spec", "selector", "matchLabels"}}
	case kind == "PodDisruptionBudget", kind == "Job":
		if o.node.Get("spec", "selector", "matchLabels") != nil {
			return [][]string{{"spec", "selector", "matchLabels"}}
		}
	case kind == "NetworkPolicy":
		if o.node.Get("spec", "podSelector", "matchLabels") != nil {
			return [][]string{{"spec", "podSelector", "matchLabels"}}
		}
	}
	return nil
}

func templateFields(kind string) [][]string {
	switch kind {
	case "Deployment", "ReplicaSet", "DaemonSet", "StatefulSet", "Job", "ReplicationController":
		return [][]string{{"spec", "template", "metadata", "labels"}}
	case "CronJob":
		return [][]string{{"spec", "jobTemplate", "metadata", "labels"}, {"spec", "jobTemplate", "spec", "template", "metadata", "labels"}}
	}
	return nil
}

func annotationFields(kind string) [][]string {
	fields := [][]string{{"metadata", "annotations"}}
	for _, path := range templateFields(kind) {
		path = slices.Clone(path)
		path[len(path)-1] = "annotations"
		fields = append(fields, path)
	}
	return fields
}
