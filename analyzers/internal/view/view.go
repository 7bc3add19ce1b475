// Package view is what a rule looks at: the linked program with the questions
// that rules ask of it answered once.
package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// Severity says how bad a finding is; see the catalogue of rules.
type Severity string

// The severities, worst first.
const (
	Blocker Severity = "blocker"
	High    Severity = "high"
	Medium  Severity = "medium"
	Low     Severity = "low"
	Info    Severity = "info"
)

// Confidence says how much of a finding is proven.
type Confidence string

// The confidences, strongest first.
const (
	Sure     Confidence = "sure"
	Likely   Confidence = "likely"
	Possible Confidence = "possible"
)

// Frame is one step of the path from a request to the state.
type Frame struct {
	Pos      effects.Pos
	Function string
	What     string
}

// Place is another position that belongs to a finding.
type Place struct {
	Pos  effects.Pos
	What string
}

// Finding is what a rule reports. It is plain data.
type Finding struct {
	Rule       string
	Severity   Severity
	Confidence Confidence
	Title      string
	Object     string
	Package    string
	Role       string // tells several findings of one rule about one object apart
	Site       effects.Pos
	Path       []Frame
	Related    []Place
	Tools      []string
	Message    string
	Clause     string
	Suggestion string
}

// View is the linked program and what is known of the module as a whole.
type View struct {
	*link.Program
	Transports []Transport
	states     []*State
	once       map[string]any
}

// New looks at a linked program.
func New(p *link.Program) *View {
	v := &View{Program: p, once: map[string]any{}}
	v.findTransports()
	return v
}

// Loc is one instruction of one function.
type Loc struct {
	Fn    *link.Fn
	Instr int
}

// In is the instruction.
func (l Loc) In() *effects.Instr { return &l.Fn.Code[l.Instr] }

// Pos is its position.
func (l Loc) Pos() effects.Pos { return l.In().Pos }

// Calls visits every call of a symbol that the tables give a role, in code
// where findings may be placed. Copies of one function are visited once.
func (v *View) Calls(role sdk.Role, visit func(l Loc, e sdk.Entry)) {
	idx := v.callIndex()
	for _, c := range idx[role] {
		visit(c.Loc, c.entry)
	}
}

type roleCall struct {
	Loc
	entry sdk.Entry
}

func (v *View) callIndex() map[sdk.Role][]roleCall {
	if m, ok := v.once["calls"]; ok {
		return m.(map[sdk.Role][]roleCall)
	}
	m := map[sdk.Role][]roleCall{}
	for _, f := range v.Fns {
		if f.Clone != nil || !f.Main() {
			continue
		}
		for i := range f.Code {
			in := &f.Code[i]
			switch in.Op {
			case effects.Call, effects.Field, effects.FieldVal, effects.Load:
				for _, e := range v.Entries(in.Callee) {
					m[e.Role] = append(m[e.Role], roleCall{Loc{f, i}, e})
				}
			}
			if in.Op == effects.Call {
				for _, s := range v.ExtCallees(f, i) {
					for _, e := range v.Entries(s) {
						m[e.Role] = append(m[e.Role], roleCall{Loc{f, i}, e})
					}
				}
				if e, ok := v.asserted(f, in); ok {
					m[e.Role] = append(m[e.Role], roleCall{Loc{f, i}, e})
				}
			}
		}
	}
	v.once["calls"] = m
	return m
}

// asserted finds the notification that a call sends through an interface of the
// module's own, to which it asserted what a function of an SDK returned.
func (v *View) asserted(f *link.Fn, in *effects.Instr) (sdk.Entry, bool) {
	if !in.Has(effects.Invoke) || len(v.Entries(in.Callee)) > 0 {
		return sdk.Entry{}, false
	}
	d, asserts := f.Def(in.A[0]), false
	for d != nil && (d.Op == effects.Extract || d.Op == effects.Convert) && len(d.A) == 1 {
		asserts = asserts || d.S == "assert"
		d = f.Def(d.A[0])
	}
	if !asserts || d == nil || d.Op != effects.Call || !v.Tab.IsSDK(d.Callee.Path) {
		return sdk.Entry{}, false
	}
	for _, e := range v.Tab.Entries() {
		if e.Role == sdk.PushNotify && e.Path == d.Callee.Path && strings.HasSuffix(e.Symbol, "."+in.S) && e.ValidAt(d.Callee.Ver) {
			return e, true
		}
	}
	return sdk.Entry{}, false
}

// Arg is argument k of a call, not counting the receiver.
func Arg(in *effects.Instr, k int) effects.Val {
	if in.Has(effects.Invoke) || strings.Contains(in.Callee.Name, ".") {
		k++
	}
	if in.Has(effects.Dynamic) {
		k++
	}
	if k < 0 || k >= len(in.A) {
		return effects.Val{}
	}
	return in.A[k]
}

// Reached lists the copies of a function that requests reach, with their roots.
func (v *View) Reached(f *link.Fn) []*link.Root {
	var out []*link.Root
	for _, g := range v.Copies(f) {
		for _, r := range v.RootsOf(g) {
			if !slices.Contains(out, r) {
				out = append(out, r)
			}
		}
	}
	slices.SortFunc(out, func(a, b *link.Root) int { return a.ID - b.ID })
	return out
}

// Tools names the tools (or, failing those, the other roots) among roots.
func Tools(roots []*link.Root) []string {
	var out []string
	for _, r := range roots {
		if r.IsTool() && len(r.Names) == 1 && !slices.Contains(out, r.Names[0]) {
			out = append(out, r.Names[0])
		}
	}
	slices.Sort(out)
	return out
}

// rank orders roots by how much they tell: named tools first.
func rank(r *link.Root) int {
	switch {
	case r.IsTool() && len(r.Names) == 1:
		return 0
	case r.IsTool():
		return 1
	case r.Kind == sdk.RootResource, r.Kind == sdk.RootPrompt:
		return 2
	case r.Kind == sdk.RootHTTP:
		return 4
	case r.Kind == link.RootAPI:
		return 6
	}
	return 3
}

// PathTo is the path from the most telling root to a place.
func (v *View) PathTo(l Loc, what string) ([]Frame, *link.Root, bool) {
	roots := v.RootsOf(l.Fn)
	if len(roots) == 0 {
		return []Frame{{l.Pos(), l.Fn.Name, what}}, nil, false
	}
	best := slices.MinFunc(roots, func(a, b *link.Root) int { return cmp.Or(rank(a)-rank(b), cmp.Compare(a.Name(), b.Name()), a.ID-b.ID) })
	steps := v.Path(best, l.Fn)
	return v.frames(best, steps, l, what), best, link.Sure(steps) && !best.Inferred
}

// frames writes the steps from a root to a place.
func (v *View) frames(root *link.Root, steps []link.Step, l Loc, what string) []Frame {
	var out []Frame
	if root.Reg.IsValid() && !root.Inferred {
		fn := ""
		if root.RegFn != nil {
			fn = root.RegFn.Name
		}
		out = append(out, Frame{root.Reg, fn, "registers " + RootLabel(root)})
	}
	for _, s := range steps {
		if s.Edge == nil {
			out = append(out, Frame{s.Fn.Pos, s.Fn.Name, "serves " + RootLabel(root)})
			continue
		}
		verb := "calls "
		if s.Edge.Go {
			verb = "starts "
		}
		out = append(out, Frame{s.Edge.Pos(), s.Edge.From.Name, verb + s.Fn.Name})
	}
	out = append(out, Frame{l.Pos(), l.Fn.Name, what})
	// Wrappers that the compiler makes have no place in the source.
	return slices.DeleteFunc(out, func(f Frame) bool { return !f.Pos.IsValid() })
}

// RootLabel says what a root serves.
func RootLabel(r *link.Root) string {
	name := ""
	if len(r.Names) == 1 {
		name = " " + r.Names[0]
	} else if len(r.Names) > 1 {
		name = fmt.Sprintf(" (one of %d names)", len(r.Names))
	}
	switch r.Kind {
	case sdk.RootTool:
		return "tool" + name
	case sdk.RootTask:
		return "task tool" + name
	case sdk.RootPrompt:
		return "prompt" + name
	case sdk.RootResource:
		return "resource" + name
	case sdk.RootHTTP:
		if r.Service() {
			return "the service method " + r.Fn.Fn.Name
		}
		return "HTTP" + name
	case sdk.RootMiddleware:
		return "every request (middleware)"
	case sdk.RootHook:
		return "the " + r.Hook + " hook"
	case sdk.RootGetServer:
		return "the choice of server per HTTP request"
	case sdk.RootHTTPContext:
		return "the context of each HTTP request"
	case sdk.RootFilter:
		return "a list filter"
	case sdk.RootSubscription:
		return "subscriptions"
	case sdk.RootCompletion:
		return "completion"
	case sdk.RootManager:
		return "the session manager"
	case link.RootAPI:
		return "callers of the library"
	}
	return "a request"
}

// Once computes something once per view.
func Once[T any](v *View, key string, f func() T) T {
	if x, ok := v.once[key]; ok {
		return x.(T)
	}
	x := f()
	v.once[key] = x
	return x
}
