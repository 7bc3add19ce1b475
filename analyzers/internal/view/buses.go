package view

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// heldBus reports whether the listeners of a bus are there before requests come,
// and HTTP requests, which are none of MCP, tell them what they brought.
func (v *View) heldBus(st *State) bool {
	if slices.ContainsFunc(st.Writes, func(a *link.Access) bool { return a.Kind == link.Write }) || v.wordOf(st, "event", "log", "metric", "audit", "trace", "telemetry") {
		return false
	}
	return slices.ContainsFunc(st.Readers, func(r *link.Root) bool { return r.Kind == sdk.RootHTTP && !r.Inferred }) &&
		slices.ContainsFunc(st.Reads, v.tells)
}

// tells reports whether a walk over listeners sends each what a request brought.
func (v *View) tells(r *link.Access) bool {
	if !r.All || r.Depth > 0 {
		return false
	}
	for i := range r.Fn.Code {
		in := &r.Fn.Code[i]
		if in.Op == effects.Send && walked(r.Fn, in.A[0], r.Instr) && v.Class(r.Fn, in.A[1]).Has(callers|FromRequest) {
			return true
		}
	}
	return false
}

// walked reports whether a value is an entry of what an instruction ranges over.
func walked(f *link.Fn, val effects.Val, instr int) bool {
	for range 4 {
		d := f.Def(val)
		if d == nil || len(d.A) == 0 {
			return false
		}
		if d.Op == effects.Next {
			return f.Index(d.A[0]) == instr
		}
		val = d.A[0]
	}
	return false
}

// LostAnswer is a queue of a session from which another request's stream is fed
// and that drops what does not fit.
type LostAnswer struct {
	Loc            // drops
	Stream  Loc    // drains the queue
	Object  string // the table of sessions that leads to the queue
	Package string
	Site    effects.Pos // declaration
	Queue   Place       // declaration of the field
}

// LostAnswers lists the queues of transports written by hand on which messages
// get lost.
func (v *View) LostAnswers() []LostAnswer {
	var out []LostAnswer
	for _, f := range v.Fns {
		if !f.Main() || f.Test || f.Clone != nil {
			continue
		}
		for i := range f.Code {
			in := &f.Code[i]
			if in.Op != effects.Send || in.S != "try" || !slices.ContainsFunc(v.Reached(f), func(r *link.Root) bool { return r.Kind == sdk.RootHTTP && v.speaksMCP(r) }) {
				continue
			}
			field, ok := loadedField(f, unboxed(f, in.A[0]))
			if !ok || elemKey(v.fieldType(field)) == "struct" || elemKey(v.fieldType(field)) == "bool" {
				continue
			}
			at, ok := v.drains(f, in.A[0])
			if !ok {
				continue
			}
			st := v.tableOf(Loc{f, i})
			if st == nil {
				continue
			}
			pos, name := v.fieldPos(field)
			l := LostAnswer{Loc: Loc{f, i}, Stream: at, Object: st.Object, Package: st.Pkg.Path, Site: st.Pos, Queue: Place{pos, "declares " + name + ", the queue"}}
			out = append(out, l)
		}
	}
	return out
}

// tableOf is the table of sessions whose entries a place changes.
func (v *View) tableOf(l Loc) *State {
	for _, st := range v.StateObjects() {
		if j := v.Judge(st); j.Nature != SessionMap || j.Confidence == Possible {
			continue
		}
		if slices.ContainsFunc(st.Writes, func(a *link.Access) bool { return a.Depth > 0 && a.Fn.Orig() == l.Fn.Orig() && a.Instr == l.Instr }) {
			return st
		}
	}
	return nil
}

// loadedField is the field from which a function takes a value,
// "path.Type.field".
func loadedField(f *link.Fn, val effects.Val) (string, bool) {
	d := f.Def(val)
	if d == nil || d.Op != effects.Load {
		return "", false
	}
	a := f.Def(d.A[0])
	if a == nil || a.Op != effects.Field {
		return "", false
	}
	return a.S, true
}

// fieldType is the type of a field, "path.Type.field".
func (v *View) fieldType(field string) string {
	td := v.Type(field[:strings.LastIndex(field, ".")])
	if td == nil {
		return ""
	}
	for _, fd := range td.Fields {
		if fd.Name == field[strings.LastIndex(field, ".")+1:] {
			return fd.Type
		}
	}
	return ""
}

// drains finds the stream of another HTTP request that receives from a queue
// which a request made.
func (v *View) drains(f *link.Fn, queue effects.Val) (Loc, bool) {
	perSession := slices.ContainsFunc(v.Copies(f), func(g *link.Fn) bool {
		return slices.ContainsFunc(v.Objects(g, queue), func(o link.Object) bool {
			return o.Fn != nil && o.In != nil && o.In.Op == effects.MakeChan && v.InRequest(o.Fn)
		})
	})
	if !perSession {
		return Loc{}, false
	}
	for _, g := range v.Fns {
		if !g.Main() || g.Test || outermost(v, g) == outermost(v, f) || !streams(outermost(v, g)) && !streams(g) {
			continue
		}
		for i := range g.Code {
			if g.Code[i].Op == effects.Recv && slices.ContainsFunc(v.Copies(f), func(h *link.Fn) bool { return v.Alias(h, queue, g, g.Code[i].A[0]) }) {
				return Loc{g, i}, true
			}
		}
	}
	return Loc{}, false
}
