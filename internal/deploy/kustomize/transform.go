package kustomize

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// transform applies what a kustomization says about the objects, in Kustomize's order.
func (b *builder) transform(l *layer, s *stock) {
	n := l.node
	for _, p := range n.Get("patchesStrategicMerge").Items() {
		s.objects = b.patch(l, p, nil, s.objects)
	}
	for _, p := range n.Get("patches").Items() {
		s.objects = b.entry(l, p, s.objects)
	}
	s.move(n.Get("namespace"))
	if prefix, suffix := n.Get("namePrefix"), n.Get("nameSuffix"); len(prefix.Str())+len(suffix.Str()) > maxName {
		b.problem(prefix.Pos, "the prefix and the suffix of names are too long", "a cluster takes no such names; the rest was built")
	} else {
		s.rename(prefix, suffix)
	}
	if b.spend(l, (entries(n.Get("labels"))+n.Get("commonLabels").Len()+n.Get("commonAnnotations").Len())*len(s.objects)) {
		s.label(n)
		s.annotate(n.Get("commonAnnotations"))
	}
	for _, p := range n.Get("patchesJson6902").Items() {
		s.objects = b.entry(l, p, s.objects)
	}
	for _, r := range n.Get("replicas").Items() {
		b.replicas(r, s)
	}
	for _, key := range []string{"images", "imageTags"} {
		for _, i := range n.Get(key).Items() {
			s.image(i)
		}
	}
	b.replacements(l, s.objects)
}

// entries is the number of labels that a list of them gives.
func entries(labels *tree.Node) (n int) {
	for _, l := range labels.Items() {
		n += l.Get("pairs").Len()
	}
	return n
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
		size := d.Size()
		for _, o := range chosen {
			if !b.spend(l, size) {
				break
			}
			if d.Kind == tree.Seq {
				b.operations(o, d)
			} else if o.gone = o.merge(d); o.gone {
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
			c.By = tree.ByPatch
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
			if o.kind() == d.Str("kind") && o.group() == apiGroup(d.Str("apiVersion")) && o.called(name) {
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
		return slices.ContainsFunc(values, func(v string) bool { return pattern(target.Str(key), v) })
	}
	first := o.first()
	return fits("group", group) && fits("version", version) && fits("kind", o.kind()) && fits("name", first.name, o.name()) &&
		fits("namespace", effective(first.space, o), effective(o.space(), o)) &&
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

// move puts the objects into a namespace.
func (s *stock) move(space *tree.Node) {
	if space.Str() == "" {
		return
	}
	set := func(n *tree.Node) { n.Value, n.Null = space.Value, false }
	for _, o := range s.objects {
		o.remember()
		if !o.clusterWide() {
			ensure(o.node, []string{"metadata"}, space).Set("namespace", space.Clone())
		}
		switch o.kind() {
		case "Namespace":
			if n := o.node.Get("metadata", "name"); n != nil && o.group() == "" {
				set(n)
			}
		case "RoleBinding", "ClusterRoleBinding":
			for _, subject := range o.node.Get("subjects").Items() {
				if subject.Str("name") == "default" {
					subject.Set("namespace", space.Clone())
				}
			}
		}
		for _, f := range append([]fieldSpec{
			{kind: "APIService", group: "apiregistration.k8s.io", path: []string{"spec", "service", "namespace"}, create: true},
			{kind: "CustomResourceDefinition", group: "apiextensions.k8s.io", path: []string{"spec", "conversion", "webhook", "clientConfig", "service", "namespace"}},
		}, s.config.fields["namespace"]...) {
			if path := strings.Join(f.path, "/"); path != "metadata/namespace" && path != "metadata/name" {
				f.visit(o, space, set)
			}
		}
	}
}

// rename gives the objects a prefix and a suffix, and the fields that are configured for it.
func (s *stock) rename(prefix, suffix *tree.Node) {
	before, after := prefix.Str(), suffix.Str()
	if before+after == "" {
		return
	}
	for _, o := range s.objects {
		skip := false
		switch o.kind() {
		case "CustomResourceDefinition", "APIService", "Namespace":
			skip = true
		}
		for _, part := range []struct{ key, before, after string }{{"namePrefix", before, ""}, {"nameSuffix", "", after}} {
			if part.before+part.after == "" || skip {
				continue
			}
			if n := o.node.Get("metadata", "name"); n != nil {
				o.remember()
				n.Value = part.before + n.Value + part.after
			}
			for _, f := range s.config.fields[part.key] {
				if strings.Join(f.path, "/") != "metadata/name" {
					f.visit(o, nil, func(n *tree.Node) { n.Value = part.before + n.Value + part.after })
				}
			}
		}
		if !skip {
			o.around = append(o.around, before+"\x00"+after)
		}
	}
}

// replicas sets the number of instances of the workloads with a name.
func (b *builder) replicas(r *tree.Node, s *stock) {
	count := r.Get("count")
	found := count == nil
	for _, o := range s.objects {
		if count == nil || !o.called(r.Str("name")) {
			continue
		}
		switch o.kind() {
		case "Deployment", "ReplicaSet", "StatefulSet", "ReplicationController":
			found = true
			ensure(o.node, []string{"spec"}, count).Set("replicas", count.Clone())
		}
		for _, f := range s.config.fields["replicas"] {
			found = found || f.about(o)
			f.visit(o, count, func(n *tree.Node) { overwrite(n, count, true, "") })
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

// image changes the images of containers, wherever an object has some, and of the fields that are configured for it.
func (s *stock) image(i *tree.Node) {
	change := func(n *tree.Node) {
		if n.Kind == tree.Scalar {
			n.Value = changedImage(n.Value, i)
		}
	}
	for _, o := range s.objects {
		done := map[*tree.Node]bool{}
		once := func(n *tree.Node) {
			if n != nil && !done[n] {
				done[n] = true
				change(n)
			}
		}
		o.node.Walk(func(_ string, n *tree.Node) bool {
			for _, key := range []string{"containers", "initContainers"} {
				for _, c := range n.Get(key).Items() {
					once(c.Get("image"))
				}
			}
			for _, v := range n.Get("volumes").Items() {
				once(v.Get("image", "reference"))
			}
			return true
		})
		for _, f := range s.config.fields["images"] {
			f.visit(o, nil, once)
		}
	}
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
	if len(name) > maxName {
		return image
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

// set puts the entries of a map into the maps at some paths.
func (o *object) set(fields [][]string, entries *tree.Node) {
	for k, v := range entries.Entries() {
		for _, path := range fields {
			ensure(o.node, path, v).Set(k, v.Clone())
		}
	}
}
