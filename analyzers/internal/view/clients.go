package view

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// LibraryClient is a field in which a library keeps a session with another MCP
// server for the life of the process: whoever uses the library shares it.
type LibraryClient struct {
	Pos     effects.Pos // declaration
	Object  string
	Package string
	Start   Loc     // begins the session
	Use     Loc     // what the library offers goes over it
	Related []Place // opens it, keeps it, uses it
}

// LibraryClients lists them. Nothing in the program calls such code, so that
// there are no requests to start from; the exported functions stand for them.
func (v *View) LibraryClients() []LibraryClient {
	return Once(v, "libraryclients", func() []LibraryClient {
		var out []LibraryClient
		v.Calls(sdk.LiveStart, func(l Loc, _ sdk.Entry) {
			in := l.In()
			if in.Op != effects.Call || len(in.A) == 0 || !v.Tab.IsSDK(in.Callee.Path) || l.Fn.Test || v.served(l.Fn) || !v.forUsers(l.Fn) || !v.detached(l.Fn, Arg(in, 0)) {
				return
			}
			for _, c := range v.keptIn(l) {
				if !slices.ContainsFunc(out, func(o LibraryClient) bool { return o.Object == c.Object }) {
					out = append(out, c)
				}
			}
		})
		return out
	})
}

// served reports whether requests of the program itself reach a function.
func (v *View) served(f *link.Fn) bool {
	return slices.ContainsFunc(v.Reached(f), func(r *link.Root) bool { return r.Kind != link.RootAPI && !r.Inferred })
}

// forUsers reports whether only users of the library call a function: the ways
// to it begin at exported functions, and at no main package.
func (v *View) forUsers(f *link.Fn) bool {
	seen := map[*link.Fn]bool{f: true}
	work := []*link.Fn{f}
	entries := 0
	for len(work) > 0 && len(seen) < 2000 {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		if g.Pkg.Name == "main" || g.Fn.Name == "init" {
			return false
		}
		if len(g.In) == 0 && !g.Test {
			if !g.Exported || g.Parent != "" {
				return false
			}
			entries++
		}
		for _, e := range g.In {
			if !seen[e.From] && !e.From.Test {
				seen[e.From] = true
				work = append(work, e.From)
			}
		}
	}
	return entries > 0
}

// detached reports whether a context is of the process, not of a caller.
func (v *View) detached(f *link.Fn, ctx effects.Val) bool {
	origins := v.Origins(f, ctx)
	return len(origins) > 0 && !slices.ContainsFunc(origins, func(o link.Origin) bool {
		return o.Kind != link.OExtern || o.Str != "context.Background" && o.Str != "context.TODO"
	})
}

// keptIn lists the fields that hold the session which a call begins, where
// exported code of the library uses it.
func (v *View) keptIn(start Loc) []LibraryClient {
	same := func(f *link.Fn, val effects.Val) bool {
		return slices.ContainsFunc(v.Copies(f), func(g *link.Fn) bool {
			return slices.ContainsFunc(v.Copies(start.Fn), func(h *link.Fn) bool { return v.Alias(g, val, h, start.In().A[0]) })
		})
	}
	byField := map[string]*LibraryClient{}
	var order []string
	var calls []Loc
	for _, f := range v.Fns {
		if !f.Main() || f.Test || f.Clone != nil || f.Pkg.Name == "main" {
			continue
		}
		for i := range f.Code {
			in := &f.Code[i]
			switch in.Op {
			case effects.Call:
				calls = append(calls, Loc{f, i})
			case effects.Store:
				d := f.Def(in.A[0])
				if d == nil || d.Op != effects.Field || !in.Has(effects.Ptr) || !same(f, in.A[1]) {
					continue
				}
				pos, name := v.fieldPos(d.S)
				if !pos.IsValid() {
					continue
				}
				c := byField[d.S]
				if c == nil {
					c = &LibraryClient{Pos: pos, Object: f.Pkg.Name + "." + name, Package: f.Fn.Pkg, Start: start}
					byField[d.S] = c
					order = append(order, d.S)
				}
				c.Related = append(c.Related, Place{in.Pos, "keeps it in " + f.Name})
			}
		}
	}
	var uses []Place
	var use Loc
	for _, l := range calls {
		in := l.In()
		if len(in.A) == 0 || l.Fn.Orig() == start.Fn.Orig() || !v.Tab.IsSDK(in.Callee.Path) || !strings.Contains(in.Callee.Name, ".") || strings.HasSuffix(in.Callee.Name, ".Close") {
			continue
		}
		field, _ := loadedField(l.Fn, unboxed(l.Fn, in.A[0]))
		if _, begins := v.Role(in.Callee, sdk.LiveStart); begins || byField[field] == nil && !same(l.Fn, in.A[0]) || !v.offered(l.Fn, 0) {
			continue
		}
		if use.Fn == nil {
			use = l
		}
		uses = append(uses, Place{in.Pos, "uses it in " + l.Fn.Name})
	}
	if use.Fn == nil {
		return nil
	}
	var out []LibraryClient
	for _, k := range order {
		c := byField[k]
		c.Use = use
		c.Related = append(c.Related, Place{start.Pos(), "begins the session in " + start.Fn.Name})
		c.Related = append(c.Related, uses[:min(len(uses), 8)]...)
		out = append(out, *c)
	}
	return out
}
