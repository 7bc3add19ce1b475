package kustomize

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// A variable is a name that stands for a field of an object: $(NAME) where Kustomize looks for it.
type variable struct {
	name string
	def  *tree.Node
	of   *object // that the value is taken from, nil if no object is the one that it names
}

// define adds the variables of a kustomization, which name objects that are there by now.
func (b *builder) define(l *layer, s *stock) {
	for _, def := range l.node.Get("vars").Items() {
		v := &variable{name: def.Str("name"), def: def}
		var found []*object
		for _, o := range s.objects {
			if o.means(def.First("objref", "objRef")) {
				found = append(found, o)
			}
		}
		switch {
		case len(found) > 1:
			b.fails(def, "the variable "+v.name+" is about more than one object")
		case slices.ContainsFunc(s.vars, func(have *variable) bool { return have.name == v.name }):
			b.fails(def, "the variable "+v.name+" is defined twice")
		default:
			if len(found) == 1 {
				v.of = found[0]
			}
			s.vars = append(s.vars, v)
		}
	}
}

// means reports whether an object is the one that a variable refers to, by its present name or one that it had.
func (o *object) means(ref *tree.Node) bool {
	group, version := ref.Str("group"), ref.Str("version")
	if api := ref.First("apiVersion", "apiversion").Str(); api != "" {
		if before, after, ok := strings.Cut(api, "/"); ok {
			group, version = before, after
		} else {
			version = api
		}
	}
	if group != o.group() || version != o.version() {
		return false
	}
	for _, id := range o.ids() {
		space := ref.Str("namespace")
		if id.kind == ref.Str("kind") && id.name == ref.Str("name") && (space == "" || effective(space, o) == effective(id.space, o)) {
			return true
		}
	}
	return false
}

// variables puts the values of variables in where Kustomize looks for them: in fields of its own, and in those that configurations add.
func (b *builder) variables(s *stock) {
	if len(s.vars) == 0 {
		return
	}
	values := map[string]*tree.Node{}
	for _, v := range s.vars {
		if v.of == nil {
			if !b.parts {
				b.fails(v.def, "the variable "+v.name+" is about nothing that the kustomization has")
			}
			continue
		}
		path := "metadata.name"
		if p := v.def.First("fieldref", "fieldRef").First("fieldPath", "fieldpath"); p.Str() != "" {
			path = p.Str()
		}
		value := lookUp(v.of.node, indexes(fieldPath(path)))
		if value == nil {
			b.fails(v.def, "the object of the variable "+v.name+" has no field "+path)
			continue
		}
		values[v.name] = value.Clone()
	}
	fields := variableFields()
	for _, f := range s.config.fields["varReference"] {
		fields = withSpec(fields, f)
	}
	for _, o := range s.objects {
		for _, f := range fields {
			f.visit(o, nil, func(n *tree.Node) {
				for _, e := range append([]*tree.Node{n}, n.Items()...) {
					fill(e, values)
				}
				for _, e := range n.Entries() {
					fill(e, values)
				}
			})
		}
	}
}

// variableFields are the fields in which Kustomize looks for variables by itself.
func variableFields() []fieldSpec {
	var out []fieldSpec
	add := func(kind string, paths ...string) {
		for _, p := range paths {
			out = append(out, fieldSpec{kind: kind, path: strings.Split(p, "/")})
		}
	}
	for kind, pod := range map[string]string{
		"Pod": "spec", "CronJob": "spec/jobTemplate/spec/template/spec", "DaemonSet": "spec/template/spec", "Deployment": "spec/template/spec", "Job": "spec/template/spec",
		"ReplicaSet": "spec/template/spec", "StatefulSet": "spec/template/spec",
	} {
		for _, c := range []string{"/containers/", "/initContainers/"} {
			add(kind, pod+c+"args", pod+c+"command", pod+c+"env/value", pod+c+"volumeMounts/mountPath")
		}
		if kind != "CronJob" && kind != "StatefulSet" {
			add(kind, pod+"/volumes/nfs/server")
		}
	}
	add("Deployment", "spec/template/metadata/annotations")
	add("Ingress", "spec/rules/host", "spec/tls/hosts", "spec/tls/secretName")
	add("Service", "spec/ports/port", "spec/ports/targetPort")
	add("StatefulSet", "spec/volumeClaimTemplates/spec/nfs/server")
	add("PersistentVolume", "spec/nfs/server")
	add("", "metadata/labels", "metadata/annotations")
	return out
}

// fill puts values into a text. A text that is one variable and nothing else becomes its value, a number as well.
func fill(n *tree.Node, values map[string]*tree.Node) {
	if n.Kind != tree.Scalar || n.Null || !strings.Contains(n.Value, "$") {
		return
	}
	var b strings.Builder
	changed := false
	for rest := n.Value; rest != ""; {
		before, after, found := strings.Cut(rest, "$")
		b.WriteString(before)
		if !found {
			break
		}
		name, behind, closed := strings.Cut(strings.TrimPrefix(after, "("), ")")
		switch {
		case strings.HasPrefix(after, "$"): // two stand for one
			b.WriteByte('$')
			rest = after[1:]
		case !strings.HasPrefix(after, "(") || !closed:
			b.WriteByte('$')
			rest = after
		default:
			rest = behind
			value := values[name]
			if value == nil || value.Kind != tree.Scalar || value.Null {
				b.WriteString("$(" + name + ")")
				continue
			}
			if n.Value == "$("+name+")" {
				overwrite(n, value, true, tree.ByVariable)
				n.Quoted = value.Quoted
				return
			}
			if b.Len()+len(value.Value) > maxText {
				return // nothing that anybody would deploy
			}
			b.WriteString(value.Value)
			changed = true
		}
	}
	n.Value = b.String()
	if changed {
		n.By = tree.ByVariable
	}
}
