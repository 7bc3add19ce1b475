package read

import (
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/kustomize"
	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// kustomization reads what a kustomization says itself. The manifests that it lists are read where they stand.
func (c *context) kustomization(n *tree.Node) {
	for _, r := range n.Get("replicas").Items() {
		count, _ := r.Int("count")
		at := r.Pos
		if v := r.Get("count"); v != nil {
			at = v.Key
		}
		c.set.Scales = append(c.set.Scales, &fact.Scale{Scope: c.scope, Format: "Kubernetes", Workload: r.Str("name"), Replicas: fact.Replicas{Count: count, Pos: at, Words: "replicas: " + r.Str("count")}})
	}
	for _, g := range n.Get("configMapGenerator").Items() {
		src := &fact.EnvSource{Scope: c.scope, Name: g.Str("name")}
		for _, lit := range g.Get("literals").Items() {
			name, value, _ := strings.Cut(lit.Value, "=")
			src.Env = append(src.Env, variable(name, value, lit.Pos, false))
		}
		c.set.Env = append(c.set.Env, src)
	}
	for _, key := range []string{"patches", "patchesStrategicMerge"} {
		for _, p := range n.Get(key).Items() {
			body := p
			if p.Kind == tree.Map {
				body = p.Get("patch")
			}
			if body == nil || !body.Block {
				continue
			}
			docs, errs := tree.Documents([]byte(body.Value), body.Inside())
			for _, e := range errs {
				c.problem(body.Inside()(e.Line, 1, ""), "the patch is "+e.Msg, "mend the patch")
			}
			for _, d := range docs {
				if d.Kind == tree.Seq {
					c.jsonPatch(d, p.Get("target"))
				} else {
					c.manifest(d)
				}
			}
		}
	}
}

// jsonPatch reads a list of operations as far as they set something that matters.
func (c *context) jsonPatch(ops, target *tree.Node) {
	for _, op := range ops.Items() {
		v := op.Get("value")
		if v == nil || op.Str("op") == "remove" {
			continue
		}
		k := &object{context: c, node: target, kind: target.Str("kind"), name: target.Str("name")}
		switch path := op.Str("path"); {
		case path == "/spec/replicas":
			count, _ := v.Int()
			c.set.Scales = append(c.set.Scales, &fact.Scale{Scope: c.scope, Format: "Kubernetes", Workload: k.name, Replicas: fact.Replicas{Count: count, Pos: v.Key, Words: "replicas: " + v.Value}})
		case path == "/spec/sessionAffinity" && v.Value == "ClientIP":
			k.pin("Kustomize", v, k.target(k.name), fact.Pin{What: "sessionAffinity: ClientIP", By: fact.ByClient, Off: "None"})
		}
	}
}

// Built reads what a kustomization comes to.
func (r *Reader) Built(b *kustomize.Built) *fact.Set {
	c := &context{reader: r, set: &fact.Set{Files: b.Files, Problems: b.Problems, Gaps: b.Gaps}, scope: fact.BuildScope(b.Dir)}
	for _, o := range b.Objects {
		c.built(o)
	}
	return c.set
}

func (c *context) built(o kustomize.Object) {
	c.file = o.Node.Pos.File
	defer c.recovered()
	source := o.Name
	if source == o.Node.Str("metadata", "name") {
		source = ""
	}
	c.object(o.Node, source)
}
