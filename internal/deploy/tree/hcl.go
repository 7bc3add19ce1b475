package tree

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

// HCL parses a text of Terraform. Blocks become entries that hold a sequence, one element for each block, with the labels under "".
// Attributes whose value is not known from the files become scalars without a value. What stands before an error is returned with it.
func HCL(src []byte, at Locate, values map[string]cty.Value) (root *Node, fault *Error) {
	defer func() {
		if r := recover(); r != nil {
			fault = &Error{1, fmt.Sprintf("cannot be parsed (%v)", r)}
		}
	}()
	src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	root = &Node{Kind: Map, Pos: at(1, 1, "")}
	f, diags := hclsyntax.ParseConfig(src, "", hcl.InitialPos)
	if diags.HasErrors() {
		fault = &Error{1, "no valid HCL"}
		for _, d := range diags {
			if d.Severity == hcl.DiagError && d.Subject != nil {
				fault = &Error{d.Subject.Start.Line, "no valid HCL: " + d.Summary}
				break
			}
		}
	}
	if f == nil {
		return root, fault
	}
	h := &hclReader{at: at, ctx: &hcl.EvalContext{Variables: map[string]cty.Value{}}}
	for name, v := range values {
		h.ctx.Variables[name] = v
	}
	if body, ok := f.Body.(*hclsyntax.Body); ok {
		h.body(root, body, 0)
	}
	return root, fault
}

type hclReader struct {
	at  Locate
	ctx *hcl.EvalContext
}

func (h *hclReader) body(n *Node, b *hclsyntax.Body, depth int) {
	if depth > maxDepth {
		return
	}
	names := slices.SortedFunc(maps.Keys(b.Attributes), func(x, y string) int {
		return b.Attributes[x].NameRange.Start.Byte - b.Attributes[y].NameRange.Start.Byte
	})
	for _, name := range names {
		a := b.Attributes[name]
		v := h.expr(a.Expr, depth+1)
		v.Key = h.at(a.NameRange.Start.Line, a.NameRange.Start.Column, name)
		n.Put(name, v)
	}
	for _, block := range b.Blocks {
		inner := &Node{Kind: Map}
		inner.Key = h.at(block.TypeRange.Start.Line, block.TypeRange.Start.Column, block.Type)
		inner.Pos = inner.Key
		labels := &Node{Kind: Seq, Pos: inner.Pos, Key: inner.Key}
		for _, l := range block.Labels {
			labels.Append(&Node{Value: l, Pos: inner.Pos, Key: inner.Key})
		}
		inner.Put("", labels)
		h.body(inner, block.Body, depth+1)
		list := n.Get(block.Type)
		if list == nil || list.Kind != Seq {
			list = &Node{Kind: Seq, Pos: inner.Pos, Key: inner.Key}
			n.Put(block.Type, list)
		}
		list.Append(inner)
	}
}

func (h *hclReader) expr(e hclsyntax.Expression, depth int) *Node {
	start := e.Range().Start
	n := &Node{Pos: h.at(start.Line, start.Column, "")}
	n.Key = n.Pos
	if depth > maxDepth {
		return n
	}
	switch e := e.(type) {
	case *hclsyntax.ObjectConsExpr:
		n.Kind = Map
		for _, item := range e.Items {
			v := h.expr(item.ValueExpr, depth+1)
			r := item.KeyExpr.Range().Start
			key := h.scalar(item.KeyExpr)
			v.Key = h.at(r.Line, r.Column, key)
			n.Put(key, v)
		}
	case *hclsyntax.TupleConsExpr:
		n.Kind = Seq
		for _, item := range e.Exprs {
			n.Append(h.expr(item, depth+1))
		}
	case *hclsyntax.FunctionCallExpr:
		if len(e.Args) == 1 && (e.Name == "jsonencode" || e.Name == "yamlencode" || e.Name == "toset" || e.Name == "tolist") {
			return h.expr(e.Args[0], depth+1)
		}
	case *hclsyntax.ParenthesesExpr:
		return h.expr(e.Expression, depth+1)
	default:
		n.Value = h.scalar(e)
	}
	return n
}

// scalar is the value of an expression, "" if the files do not tell. A reference to something else is its own text, as in
// "aws_lb_target_group.web.arn".
func (h *hclReader) scalar(e hclsyntax.Expression) string {
	if key, ok := e.(*hclsyntax.ObjectConsKeyExpr); ok {
		if word := hcl.ExprAsKeyword(key.Wrapped); word != "" {
			return word
		}
	}
	v, diags := e.Value(h.ctx)
	if !diags.HasErrors() && v.IsKnown() && !v.IsNull() {
		if s, err := convert.Convert(v, cty.String); err == nil && s.IsKnown() && !s.IsNull() {
			return s.AsString()
		}
	}
	if ref, ok := e.(*hclsyntax.ScopeTraversalExpr); ok && ref.Traversal.RootName() != "var" && ref.Traversal.RootName() != "local" {
		return traversal(ref.Traversal)
	}
	return ""
}

func traversal(t hcl.Traversal) string {
	s := t.RootName()
	for _, step := range t[1:] {
		if a, ok := step.(hcl.TraverseAttr); ok {
			s += "." + a.Name
		}
	}
	return s
}

// Values are the defaults of the variables and the locals that some parsed files declare, for another pass over the files.
func Values(roots []*Node) map[string]cty.Value {
	vars, locals := map[string]cty.Value{}, map[string]cty.Value{}
	for _, r := range roots {
		for _, v := range r.Get("variable").Items() {
			if d := v.Get("default"); d != nil && d.Kind == Scalar && len(v.Get("").Strings()) > 0 {
				vars[v.Get("").Strings()[0]] = cty.StringVal(d.Value)
			}
		}
		for _, l := range r.Get("locals").Items() {
			for name, v := range l.Entries() {
				if v.Kind == Scalar && v.Value != "" && name != "" {
					locals[name] = cty.StringVal(v.Value)
				}
			}
		}
	}
	out := map[string]cty.Value{}
	if len(vars) > 0 {
		out["var"] = cty.ObjectVal(vars)
	}
	if len(locals) > 0 {
		out["local"] = cty.ObjectVal(locals)
	}
	return out
}
