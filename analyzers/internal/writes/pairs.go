package writes

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// handler is one tool behind a root: most roots serve one; a wrapper that all
// tools go through serves many.
type handler struct {
	root  *link.Root
	def   link.Def
	start []*link.Fn
	frame *frame // the way to where the definition is made, if it is known
	// shared says that several tools are registered in one place.
	shared bool
}

// naming is a definition under one name, on one way.
type naming struct {
	name  string
	def   link.Def
	frame *frame
}

// bundle is a struct that holds a definition and functions.
type bundle struct {
	naming
	typ string // of a struct of the program's own
	fns []*link.Fn
}

// allHandlers lists the tools of the program, each once.
func (w *walker) allHandlers() []handler {
	pairs := link.NewPairs(w.v.Program)
	bundles := append(w.bundles(), w.handedOver(pairs)...)
	chosen := w.choices()
	var out, shared []handler
	direct := map[string]bool{}
	id := func(h handler) string { return h.def.Name + "@" + h.def.Pos.String() }
	for _, r := range w.v.Roots {
		if !r.IsTool() || r.Inferred || r.Fn.Test {
			continue
		}
		hs, own := w.handlers(pairs, bundles, chosen, r)
		if !own {
			shared = append(shared, hs...)
			continue
		}
		for _, h := range hs {
			direct[id(h)] = true
		}
		out = append(out, hs...)
	}
	// A wrapper that every tool goes through leads to the same handlers.
	for _, h := range shared {
		if !direct[id(h)] {
			direct[id(h)] = true
			out = append(out, h)
		}
	}
	// A name with a part that is not known says nothing where the calls that
	// lead there tell it.
	return slices.DeleteFunc(slices.Clone(out), func(h handler) bool {
		return slices.ContainsFunc(out, func(o handler) bool {
			return o.def.Pos == h.def.Pos && completes(o.def.Name, h.def.Name)
		})
	})
}

// completes reports whether a name is another one, of which a part is not known,
// in full: create_note is create_* or create_ (a sum without its end).
func completes(name, part string) bool {
	if strings.Contains(name, "*") {
		return false
	}
	rest, begins := strings.CutPrefix(name, part)
	if !begins {
		rest, _ = strings.CutSuffix(name, part)
	}
	open := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	first, _ := utf8.DecodeRuneInString(part)
	last, _ := utf8.DecodeLastRuneInString(part)
	return strings.Contains(part, "*") || rest != "" && rest != name && (begins && open(last) || !begins && open(first))
}

// handlers tells apart the tools that a root serves; own is false if several
// go through it.
func (w *walker) handlers(pairs *link.Pairs, bundles []bundle, chosen *choices, r *link.Root) (hs []handler, own bool) {
	defs := pairs.Defs(r)
	many := len(defs) > 1 && !oneName(defs)
	if len(r.Names) == 1 {
		defs = keep(defs, func(d link.Def) bool { return d.Name == r.Names[0] })
	}
	var fr *frame
	if len(defs) > 1 {
		defs, fr = w.narrow(r, defs)
	}
	switch {
	case len(defs) == 0:
		return nil, true
	case oneName(defs):
		if !strings.ContainsFunc(defs[0].Name, unicode.IsLetter) {
			return nil, true
		}
		return []handler{{r, richest(defs), []*link.Fn{r.Fn}, fr, many}}, true
	}
	var out []handler
	add := func(h handler) {
		if !strings.ContainsFunc(h.def.Name, unicode.IsLetter) {
			return // a separator of names that are put together
		}
		if !slices.ContainsFunc(out, func(o handler) bool { return o.def.Name == h.def.Name }) {
			out = append(out, h)
		}
	}
	known := map[string]bool{} // types of bundles of this root
	for _, b := range bundles {
		if slices.ContainsFunc(defs, func(d link.Def) bool { return d.Name == b.name }) {
			known[b.typ] = true
		}
	}
	for _, b := range bundles {
		i := slices.IndexFunc(defs, func(d link.Def) bool { return d.Name == b.name })
		if i < 0 && (b.typ == "" || !known[b.typ]) {
			continue
		}
		if start := w.reached(pairs, r, b.fns); len(start) > 0 {
			d := b.def
			switch {
			case i < 0:
			case d.Name == "":
				d = defs[i]
			case d.Hints == nil:
				d.Hints, d.Fills, d.Annotates = defs[i].Hints, defs[i].Fills, defs[i].Annotates
			}
			add(handler{r, d, start, b.frame, true})
		}
	}
	for _, d := range defs {
		if slices.ContainsFunc(out, func(h handler) bool { return h.def.Name == d.Name }) {
			continue
		}
		if start := w.reached(pairs, r, pairs.Beside(d)); len(start) > 0 && len(start) <= 3 {
			add(handler{r, d, start, nil, true})
		}
	}
	if d, ok := chosen.of(r, defs); ok && len(out) == 0 {
		return []handler{{r, d, []*link.Fn{r.Fn}, nil, true}}, true
	}
	return out, false
}

// reached lists the handlers among functions: those that a root calls, or
// literals in them if they only make the handler.
func (w *walker) reached(pairs *link.Pairs, r *link.Root, fns []*link.Fn) []*link.Fn {
	var out []*link.Fn
	for _, f := range fns {
		for _, g := range pairs.Within(f) {
			if g != r.Fn && !slices.Contains(out, g) && w.v.Path(r, g) != nil {
				out = append(out, g)
				break
			}
		}
	}
	return out
}

func oneName(defs []link.Def) bool {
	for _, d := range defs[1:] {
		if d.Name != defs[0].Name {
			return false
		}
	}
	return true
}

// richest is the definition that says most.
func richest(defs []link.Def) link.Def {
	best := defs[0]
	for _, d := range defs[1:] {
		if len(d.Desc) > len(best.Desc) || len(d.Desc) == len(best.Desc) && len(d.Hints) > len(best.Hints) {
			best = d
		}
	}
	return best
}

// named lists the definitions that a value can be, each with the way to where
// it is made.
func (w *walker) named(fr *frame, v effects.Val) []naming {
	var out []naming
	for _, m := range w.makers(fr, v) {
		for _, e := range w.v.Entries(m.in.Callee) {
			if e.Role != sdk.ToolNew {
				continue
			}
			a, ok := attr(m.in, e, "name")
			if !ok {
				continue
			}
			for _, name := range w.texts(m.fr, a) {
				if name == "*" {
					continue
				}
				n := naming{name: name, frame: m.fr}
				if d, ok := w.v.DefOf(m.fr.fn, m.i); ok {
					d.Name = name
					n.def = d
				}
				out = append(out, n)
			}
		}
	}
	return out
}

// bundles lists the structs that are filled with a definition and a function
// at one place.
func (w *walker) bundles() []bundle {
	var out []bundle
	for _, f := range w.v.Fns {
		if f.Test {
			continue
		}
		groups := map[effects.Val]*group{}
		var order []effects.Val
		for i := range f.Code {
			in := &f.Code[i]
			if in.Op != effects.Store {
				continue
			}
			base, fields := fieldPath(f, in.A[0])
			if len(fields) == 0 {
				continue
			}
			g := groups[base]
			if g == nil {
				g = &group{}
				groups[base] = g
				order = append(order, base)
			}
			w.fill(g, f, in, fields)
		}
		for _, base := range order {
			g := groups[base]
			if len(g.fns) == 0 {
				continue
			}
			if len(g.defs) == 1 {
				out = append(out, bundle{naming: g.defs[0], fns: g.fns})
			} else if n, ok := g.own(w, f); ok {
				out = append(out, bundle{naming: n, typ: strings.TrimLeft(w.v.RegType(f, base), "*"), fns: g.fns})
			}
		}
	}
	return out
}

// handedOver lists the calls that are given a definition and a function, as
// registering methods behind an interface are.
func (w *walker) handedOver(pairs *link.Pairs) []bundle {
	var out []bundle
	for _, f := range w.v.Fns {
		if f.Test || f.Clone != nil {
			continue
		}
		for i := range f.Code {
			in := &f.Code[i]
			if in.Op != effects.Call || len(in.A) < 2 || !in.Has(effects.Invoke) {
				continue
			}
			for _, a := range in.A[1:] {
				if !w.v.TypeRole(w.v.RegType(f, a), sdk.ToolType) {
					continue
				}
				defs := pairs.DefsOf(f, a)
				if len(defs) != 1 {
					continue
				}
				for _, b := range in.A[1:] {
					if fns := w.v.FuncsOf(f, b); len(fns) > 0 && len(fns) <= 3 {
						out = append(out, bundle{naming: naming{name: defs[0].Name, def: defs[0], frame: &frame{fn: f}}, fns: fns})
					}
				}
			}
		}
	}
	return out
}

// group is what one function stores in one struct.
type group struct {
	fns   []*link.Fn
	defs  []naming
	names []effects.Val // of a definition in a struct of the program's own
	descs []effects.Val
	pos   effects.Pos
}

// fieldPath is the struct that an address lies in, and the fields on the way,
// the innermost first.
func fieldPath(f *link.Fn, addr effects.Val) (base effects.Val, fields []string) {
	base = addr
	for d := f.Def(base); d != nil && d.Op == effects.Field && len(fields) < 4; d = f.Def(base) {
		fields = append(fields, d.S)
		base = d.A[0]
	}
	return base, fields
}

func (w *walker) fill(g *group, f *link.Fn, in *effects.Instr, fields []string) {
	v := in.A[1]
	if w.v.RegType(f, v) == "string" || v.K == effects.Const {
		switch fields[0][strings.LastIndexByte(fields[0], '.')+1:] {
		case "Name", "name":
			if len(fields) <= 2 {
				g.names = append(g.names, v)
				g.pos = in.Pos
			}
		case "Description", "description":
			g.descs = append(g.descs, v)
		}
		return
	}
	if len(fields) > 1 {
		return
	}
	if fns := w.v.FuncsOf(f, v); len(fns) > 0 && len(fns) <= 3 {
		g.fns = append(g.fns, fns...)
		return
	}
	if w.v.TypeRole(w.v.RegType(f, v), sdk.ToolType) {
		g.defs = append(g.defs, w.named(&frame{fn: f}, v)...)
	}
	// A definition that is made on its own and copied into the struct.
	d := f.Def(v)
	if d == nil || d.Op != effects.Load || !d.Has(effects.Struct) {
		return
	}
	for i := range f.Code {
		if st := &f.Code[i]; st.Op == effects.Store {
			if base, inner := fieldPath(f, st.A[0]); base == d.A[0] && len(inner) == 1 {
				w.fill(g, f, st, append(inner, fields...))
			}
		}
	}
}

// own is the definition in a struct of the program's own: its one constant
// name.
func (g *group) own(w *walker, f *link.Fn) (naming, bool) {
	if len(g.names) != 1 {
		return naming{}, false
	}
	names := w.texts(&frame{fn: f}, g.names[0])
	if len(names) != 1 || names[0] == "" || strings.ContainsAny(names[0], "* /.") {
		return naming{}, false
	}
	d := link.Def{Name: names[0], Fn: f, Pos: g.pos}
	for _, v := range g.descs {
		d.Text = append(d.Text, link.Item{Fn: f, Val: v})
	}
	return naming{name: d.Name, def: d, frame: &frame{fn: f}}, true
}

// narrow keeps the definitions that belong to a root: those that the way of
// the value names, and those made for the same call.
func (w *walker) narrow(r *link.Root, defs []link.Def) ([]link.Def, *frame) {
	var found []naming
	for _, it := range r.Items() {
		found = append(found, w.named(&frame{fn: it.Fn}, it.Val)...)
	}
	var fr *frame
	if len(found) == 1 {
		fr = found[0].frame
		defs = keep(defs, func(d link.Def) bool { return d.Name == found[0].name })
	}
	best := 0
	for _, d := range defs {
		best = max(best, w.v.Near(r.Fn, d))
	}
	if best > 0 {
		defs = keep(defs, func(d link.Def) bool { return w.v.Near(r.Fn, d) == best })
	}
	return defs, fr
}

func keep(defs []link.Def, ok func(link.Def) bool) []link.Def {
	var out []link.Def
	for _, d := range defs {
		if ok(d) {
			out = append(out, d)
		}
	}
	if len(out) == 0 {
		return defs
	}
	return out
}
