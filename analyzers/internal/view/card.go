package view

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// Card fills a finding about a state object: where it is, how requests reach
// it, what else touches it, which tools share it.
func (v *View) Card(st *State, j Verdict) Finding {
	f := Finding{Severity: j.Severity, Confidence: j.Confidence, Object: st.Object, Package: st.Pkg.Path, Site: st.Pos, Tools: Tools(st.Roots)}
	w := v.firstWrite(st)
	if w != nil {
		f.Path, _, _ = v.PathTo(Loc{w.Fn, w.Instr}, verb(w)+" "+short(st.Object))
	}
	if r := v.laterRead(st, w); r != nil {
		f.Path = append(f.Path, Frame{r.Pos(), r.Fn.Name, "later reads " + short(st.Object)})
	}
	seen := map[string]bool{}
	if w != nil {
		seen[w.Pos().String()] = true
	}
	add := func(a *link.Access) {
		k := a.Pos().String()
		if seen[k] || !a.Pos().IsValid() || len(f.Related) >= 40 {
			return
		}
		seen[k] = true
		f.Related = append(f.Related, Place{a.Pos(), strings.TrimSuffix(strings.TrimSuffix(verb(a), " from"), " of") + " in " + a.Fn.Name})
	}
	f.Related = append(f.Related, v.Upstream(st)...)
	f.Related = append(f.Related, v.mints(st)...)
	for _, p := range v.innerFields(st) {
		if len(f.Related) < 12 {
			f.Related = append(f.Related, p)
		}
	}
	for _, as := range [][]*link.Access{st.Writes, st.Deletes, st.Reads} {
		for depth := range 4 {
			for _, a := range as {
				if min(a.Depth, 3) == depth {
					add(a)
				}
			}
		}
	}
	return f
}

func short(object string) string {
	if i := strings.Index(object, "."); i > 0 {
		return object[i+1:]
	}
	return object
}

func verb(a *link.Access) string {
	inner := ""
	if a.Depth > 0 {
		inner = " an entry of"
	}
	switch a.Kind {
	case link.Write:
		return "writes" + inner
	case link.Update:
		return "changes" + inner
	case link.Delete:
		return "deletes from"
	}
	return "reads" + inner
}

// firstWrite is the write to show: one reached from a named tool, if any.
func (v *View) firstWrite(st *State) *link.Access {
	if len(st.Writes) == 0 {
		return nil
	}
	return slices.MinFunc(st.Writes, func(a, b *link.Access) int {
		return v.bestRank(a)*10 + a.Depth - v.bestRank(b)*10 - b.Depth
	})
}

func (v *View) bestRank(a *link.Access) int {
	best := 9
	for _, r := range v.RootsOf(a.Fn) {
		best = min(best, rank(r))
	}
	return best
}

// laterRead is a read that depends on the write: in another function if there
// is one.
func (v *View) laterRead(st *State, w *link.Access) *link.Access {
	var same *link.Access
	for _, r := range st.Reads {
		if w == nil || r.Fn.Orig() != w.Fn.Orig() {
			return r
		}
		same = r
	}
	return same
}

// Held fills a finding about a resource that start-up opens.
func (v *View) Held(st *State) Finding {
	f := Finding{Severity: v.scale(High), Confidence: Sure, Object: st.Object, Package: st.Pkg.Path, Site: st.Pos, Tools: Tools(st.Readers)}
	f.Related = v.Upstream(st)
	for _, a := range st.Accesses {
		if a.Writes() && !a.Fn.Test && len(f.Related) < 20 {
			f.Related = append(f.Related, Place{a.Pos(), verb(a) + " in " + a.Fn.Name})
		}
	}
	if len(st.Reads) > 0 {
		r := slices.MinFunc(st.Reads, func(a, b *link.Access) int { return v.bestRank(a)*10 + a.Depth - v.bestRank(b)*10 - b.Depth })
		var sure bool
		f.Path, _, sure = v.PathTo(Loc{r.Fn, r.Instr}, "uses "+short(st.Object))
		if !sure {
			f.Confidence = Likely
		}
		for _, o := range st.Reads {
			if o != r && len(f.Related) < 30 {
				f.Related = append(f.Related, Place{o.Pos(), verb(o) + " in " + o.Fn.Name})
			}
		}
	}
	return f
}

// mints lists where the keys of a container are made.
func (v *View) mints(st *State) []Place {
	var out []Place
	for _, w := range st.Writes {
		if w.Depth > 0 || w.Key.K == effects.None {
			continue
		}
		for _, o := range v.Origins(w.Fn, w.Key) {
			if o.Kind != link.OTable || o.Entry.Role != sdk.OriginID && o.Entry.Role != sdk.OriginRandom || o.Fn == nil || !o.Fn.Main() || o.Fn.Test || !o.Pos().IsValid() {
				continue
			}
			p := Place{o.Pos(), "mints its key in " + o.Fn.Name}
			if len(out) < 3 && !slices.Contains(out, p) {
				out = append(out, p)
			}
		}
	}
	return out
}

// innerFields lists the fields inside the entries of a container that requests
// change: what an entry holds.
func (v *View) innerFields(st *State) []Place {
	var out []Place
	seen := map[string]bool{}
	for _, w := range st.Writes {
		if w.Depth == 0 {
			continue
		}
		addr := w.In().A
		if len(addr) == 0 {
			continue
		}
		d := w.Fn.Def(addr[0])
		if d != nil && d.Op == effects.Load && len(d.A) > 0 {
			d = w.Fn.Def(d.A[0])
		}
		if d == nil || d.Op != effects.Field || seen[d.S] {
			continue
		}
		seen[d.S] = true
		if p, name := v.fieldPos(d.S); p.IsValid() {
			out = append(out, Place{p, "declares " + name + ", inside the entries"})
		}
	}
	// What methods of the entries keep in them, wherever they get one from.
	for _, o := range v.StateObjects() {
		typ := o.Key[:max(0, strings.LastIndexByte(o.Key, '.'))]
		if o.Kind != link.FieldState || o == st || seen[o.Key] || !slices.ContainsFunc(st.Elems, func(e string) bool { return strings.TrimLeft(e, "*") == typ }) {
			continue
		}
		seen[o.Key] = true
		if p, name := v.fieldPos(o.Key); p.IsValid() && len(o.Accesses) > 0 {
			out = append(out, Place{p, "declares " + name + ", inside the entries"})
		}
	}
	return out
}

// Upstream lists where the sessions with other MCP servers that an object holds
// are opened, begun and kept.
func (v *View) Upstream(st *State) []Place {
	var out []Place
	add := func(p Place) {
		if p.Pos.IsValid() && len(out) < 8 && !slices.ContainsFunc(out, func(o Place) bool { return o.Pos == p.Pos }) {
			out = append(out, p)
		}
	}
	for _, m := range v.upstreamCalls(st) {
		if p, name := v.fieldPos(m.Field); m.Field != st.Key && p.IsValid() {
			add(Place{p, "declares " + name + ", which holds the session with another server"})
		}
		add(Place{m.Fn.Code[m.Instr].Pos, "opens the session with another server in " + m.Fn.Name})
	}
	for _, l := range v.UpstreamStarts(st) {
		add(Place{l.Pos(), "begins the session with another server in " + l.Fn.Name})
	}
	return out
}

// UpstreamStarts lists the calls that begin the sessions with other MCP servers
// that an object holds.
func (v *View) UpstreamStarts(st *State) []Loc {
	made := v.upstreamCalls(st)
	var out []Loc
	if len(made) == 0 {
		return nil
	}
	v.Calls(sdk.LiveStart, func(l Loc, _ sdk.Entry) {
		if len(l.In().A) == 0 || l.Fn.Test {
			return
		}
		for _, f := range v.Copies(l.Fn) {
			if slices.ContainsFunc(made, func(m link.Made) bool { return m.Is(v.Program, f, l.In().A[0]) }) {
				out = append(out, l)
				return
			}
		}
	})
	return out
}

// upstreamCalls lists the calls that open sessions with other MCP servers whose
// results an object holds.
func (v *View) upstreamCalls(st *State) []link.Made {
	return slices.DeleteFunc(v.MadeFor(st.State), func(m link.Made) bool {
		c := m.Fn.Code[m.Instr].Callee
		_, opens := v.Role(c, sdk.LiveOpen)
		return !opens || m.Fn.Test || !m.Fn.Main() || !v.Tab.IsSDK(c.Path)
	})
}

// fieldPos is where a field of a struct of the module is declared, and how
// people write it.
func (v *View) fieldPos(field string) (effects.Pos, string) {
	dot := strings.LastIndex(field, ".")
	if dot < 0 {
		return effects.Pos{}, ""
	}
	td := v.Type(field[:dot])
	if td == nil {
		return effects.Pos{}, ""
	}
	for _, fd := range td.Fields {
		if fd.Name == field[dot+1:] {
			return fd.Pos, td.Name + "." + fd.Name
		}
	}
	return effects.Pos{}, ""
}
