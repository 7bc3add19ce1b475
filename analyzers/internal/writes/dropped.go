package writes

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// Drop is a place on the way to a write where the context of the request is
// left behind: the write goes on when the client is gone.
type Drop struct {
	Fn     *link.Fn
	Instr  int
	Effect *Effect
	How    string // what is used instead: context.Background(), http.NewRequest
	Kept   bool   // a context of start-up is used
	With   string // the variant that takes a context, if there is one
	Async  bool   // in a goroutine that the call starts
	frame  *frame
}

// Pos is where the context is dropped.
func (d *Drop) Pos() effects.Pos { return d.Fn.Code[d.Instr].Pos }

// Steps is the chain of calls that leads to the place.
func (d *Drop) Steps() []link.Step { return d.frame.steps() }

// drops lists where the effects of a tool lose the context.
func (w *walker) drops(t *Tool) []*Drop {
	var out []*Drop
	for _, e := range t.Effects {
		if !e.Waits() || !e.Hard && t.says() <= ReadWord || t.says() == ReadWord && e.Kind == HTTP && !e.Starts() {
			continue
		}
		if d := w.dropOf(e); d != nil && !(d.Async && t.goesOn()) && !slices.ContainsFunc(out, func(o *Drop) bool { return o.Pos() == d.Pos() }) {
			d.Effect = e
			out = append(out, d)
		}
	}
	return out
}

// goesOn reports whether a tool is for starting what goes on after its call.
func (t *Tool) goesOn() bool {
	for _, s := range Split(t.Name) {
		switch s {
		case "watch", "monitor", "subscribe", "activate", "enable", "schedule", "serve", "listen", "background":
			return true
		}
	}
	return false
}

// around finds a middleware that runs every handler under a context which is not
// the one of the request.
func (w *walker) around() *Drop {
	for _, r := range w.v.Roots {
		if r.Kind != sdk.RootMiddleware || r.Inferred || r.Fn.Test || !r.Fn.Main() || !takesContext(r.Fn) {
			continue
		}
		if d := w.runsApart(&frame{fn: r.Fn}); d != nil {
			return d
		}
	}
	return nil
}

// runsApart reports whether all calls of what a middleware wraps, which it has
// captured, lose the context.
func (w *walker) runsApart(fr *frame) *Drop {
	var found *Drop
	for i := range fr.fn.Code {
		in := &fr.fn.Code[i]
		if in.Op != effects.Call || !in.Has(effects.Dynamic) || in.Has(effects.Defer) || !captured(fr.fn, in.A[0]) {
			continue
		}
		for _, a := range in.A[1:] {
			if w.v.RegType(fr.fn, a) != "context.Context" {
				continue
			}
			if found = w.lost(fr, a, 0); found == nil || found.Kept {
				return nil
			}
		}
	}
	return found
}

func captured(f *link.Fn, v effects.Val) bool {
	if d := f.Def(v); d != nil && d.Op == effects.Load {
		v = d.A[0]
	}
	_, free, ok := f.Param(v)
	return ok && free
}

// behind takes the context that a middleware lost for lost where a tool's
// writes would have been stopped by it. It is told where a repetition does more
// than the first call, if there is such a write.
func (t *Tool) behind(w *walker, around *Drop) {
	var lead *Effect
	for _, e := range t.Effects {
		if e.Hard && e.Waits() && takesContext(root(e.frame).fn) && onPurpose(e.frame) && w.bounded(e) && (lead == nil || lead.Word != AgainWord && e.Word == AgainWord) {
			lead = e
		}
	}
	if lead != nil && len(t.Drops) == 0 {
		d := *around
		d.Effect = lead
		t.Drops = []*Drop{&d}
	}
}

// bounded reports whether a write is handed a context, by itself or with a request.
func (w *walker) bounded(e *Effect) bool {
	return slices.ContainsFunc(e.Fn.Code[e.Instr].A, func(a effects.Val) bool {
		switch w.v.RegType(e.Fn, a) {
		case "context.Context", "*net/http.Request", "*os/exec.Cmd":
			return true
		}
		return false
	})
}

// Waits reports whether an effect waits on something outside that can be told
// to stop. A program counts where the caller chooses what it runs: the others
// are the machinery of a server, and short.
func (e *Effect) Waits() bool {
	switch e.Kind {
	case API, HTTP, SQL, Forward:
		return true
	case Process:
		return e.Arg
	}
	return false
}

// dropOf finds where one effect loses the context of the request, if it does.
func (w *walker) dropOf(e *Effect) *Drop {
	fr := e.frame
	if !takesContext(root(fr).fn) || !onPurpose(fr) {
		return nil
	}
	d := w.drop(fr, e.Instr)
	if d == nil {
		return nil
	}
	for x := fr; x.up != nil; x = x.up {
		d.Async = d.Async || x.edge.Go && !w.awaits(x.up.fn)
	}
	return d
}

func root(fr *frame) *frame {
	for fr.up != nil {
		fr = fr.up
	}
	return fr
}

// takesContext reports whether a handler is given a context, by itself or with
// its HTTP request.
func takesContext(f *link.Fn) bool {
	return slices.ContainsFunc(f.Params, func(p effects.Var) bool {
		return p.Type == "context.Context" || p.Type == "*net/http.Request" || strings.HasSuffix(p.Type, ".Context")
	})
}

// onPurpose reports whether a way is one that ends with the request: what is
// deferred, or tidies up, has to go on without it.
func onPurpose(fr *frame) bool {
	for x := fr; x.up != nil; x = x.up {
		if x.up.fn.Code[x.edge.Instr].Has(effects.Defer) {
			return false
		}
		if tidies(x.fn.Name) || tidies(x.fn.Pkg.Name) {
			return false
		}
	}
	return true
}

func tidies(name string) bool {
	for _, s := range Split(strings.TrimLeft(name, "(*)")) {
		switch s {
		case "cleanup", "rollback", "audit", "track", "telemetry", "metric", "metrics", "shutdown", "close", "release", "unlock", "teardown", "revert", "compensate", "refresh", "heartbeat", "disconnect", "cache", "invalidate", "terminate", "evict", "expire":
			return true
		}
	}
	return false
}

// drop looks at one call on the way.
func (w *walker) drop(fr *frame, i int) *Drop {
	in := &fr.fn.Code[i]
	if in.Has(effects.Defer) {
		return nil
	}
	if in.Has(effects.Dynamic) {
		if in = w.variableCall(fr, in); in == nil {
			return nil
		}
	}
	if d := w.without(fr, i, in.Callee); d != nil {
		return d
	}
	for _, a := range in.A {
		if w.v.RegType(fr.fn, a) == "context.Context" {
			return w.lost(fr, a, 0)
		}
	}
	// A call is put together in steps, the first of which takes the context.
	if len(in.A) > 0 && strings.Contains(in.Callee.Name, ".") {
		for _, m := range w.makers(fr, in.A[0]) {
			for _, b := range m.in.A {
				if foreign(m.in.Callee.Path) && w.v.RegType(m.fr.fn, b) == "context.Context" {
					return w.lost(m.fr, b, 0)
				}
			}
		}
	}
	// A request or a command is made first and then sent or run.
	for _, a := range in.A {
		switch strings.TrimLeft(w.v.RegType(fr.fn, a), "*") {
		case "net/http.Request", "os/exec.Cmd":
		default:
			continue
		}
		for _, m := range w.makers(fr, a) {
			if d := w.without(m.fr, m.i, m.in.Callee); d != nil {
				return d
			}
			for _, b := range m.in.A {
				if w.v.RegType(m.fr.fn, b) == "context.Context" {
					return w.lost(m.fr, b, 0)
				}
			}
		}
	}
	return nil
}

// without recognises a call that has a variant with a context.
func (w *walker) without(fr *frame, i int, s effects.Sym) *Drop {
	e, ok := w.v.Role(s, sdk.CtxNone)
	if !ok || !fr.fn.Main() {
		return nil
	}
	return &Drop{Fn: fr.fn, Instr: i, How: short(s), With: e.Get("with"), frame: fr}
}

// lost finds where a context that is no request's comes from.
func (w *walker) lost(fr *frame, v effects.Val, depth int) *Drop {
	if depth > 20 {
		return nil
	}
	fr, v = w.resolve(fr, v)
	if _, _, ok := fr.fn.Param(v); ok {
		return nil
	}
	d := fr.fn.Def(v)
	if d == nil {
		return nil
	}
	i := fr.fn.Index(v)
	if d.Op == effects.Extract {
		i = fr.fn.Index(d.A[0])
		if d = fr.fn.Def(d.A[0]); d == nil {
			return nil
		}
	}
	switch d.Op {
	case effects.Copy:
		var found *Drop
		for _, a := range d.A {
			x := w.lost(fr, a, depth+1)
			if x == nil {
				return nil
			}
			found = x
		}
		return found
	case effects.Call:
		return w.lostCall(fr, i, d, depth)
	case effects.Load:
		return w.lostVar(fr, i, d, depth)
	}
	return nil
}

// lostVar follows a context through the variable or the field that holds it. A
// field that some call sets to its own context is none that is lost.
func (w *walker) lostVar(fr *frame, i int, d *effects.Instr, depth int) *Drop {
	f2, addr := w.resolve(fr, d.A[0])
	if addr.K != effects.Reg {
		return nil
	}
	var found *Drop
	if a := f2.fn.Def(addr); a != nil && a.Op == effects.Field {
		f3, base := w.base(f2, a.A[0])
		for _, s := range w.fieldStores(f3.fn, base, a.S) {
			x := w.lost(&frame{fn: s.Fn}, s.Val, depth+1)
			if x == nil {
				return nil
			}
			found = &Drop{Fn: fr.fn, Instr: i, How: x.How, Kept: true, frame: fr}
		}
		return found
	} else if a != nil && a.Op != effects.Alloc {
		return nil
	}
	for _, s := range w.storesAt(f2.fn, addr) {
		var x *Drop
		if !fr.has(s.Fn) && !w.v.InRequest(s.Fn) {
			x = &Drop{Fn: fr.fn, Instr: i, How: "the context of start-up", Kept: true, frame: fr}
		} else {
			x = w.lost(fr.of(s.Fn), s.Val, depth+1)
		}
		if x == nil {
			return nil
		}
		found = x
	}
	return found
}

// lostCall follows a context through the call that makes it.
func (w *walker) lostCall(fr *frame, i int, d *effects.Instr, depth int) *Drop {
	if _, ok := w.v.Role(d.Callee, sdk.CtxDetach); ok {
		if d.Callee.Name == "WithoutCancel" || !fr.fn.Main() || tidies(fr.fn.Name) {
			return nil // said in so many words
		}
		return &Drop{Fn: fr.fn, Instr: i, How: short(d.Callee) + "()", frame: fr}
	}
	for _, e := range w.edgesAt(fr, i) {
		if e.Kind == link.Callback {
			continue
		}
		if k := w.extends(e.To); k >= 0 && k < len(e.Args()) {
			return w.lost(fr, e.Args()[k], depth+1)
		}
		return nil // a helper that knows better
	}
	for _, a := range d.A {
		if w.v.RegType(fr.fn, a) == "context.Context" {
			return w.lost(fr, a, depth+1)
		}
	}
	return nil
}

// extends is the parameter whose context a function returns with something
// added to it, or -1.
func (w *walker) extends(f *link.Fn) int {
	found := -1
	for i := range f.Code {
		in := &f.Code[i]
		if in.Op != effects.Return || len(in.A) == 0 {
			continue
		}
		k := w.madeFrom(f, in.A[0], 0)
		if k < 0 || found >= 0 && k != found {
			return -1
		}
		found = k
	}
	return found
}

// madeFrom is the parameter from whose context a context is made, or -1.
func (w *walker) madeFrom(f *link.Fn, v effects.Val, depth int) int {
	if k, free, ok := f.Param(v); ok {
		if free || f.Params[k].Type != "context.Context" {
			return -1
		}
		return k
	}
	d := f.Def(v)
	if d == nil || depth > 4 {
		return -1
	}
	switch d.Op {
	case effects.Extract:
		return w.madeFrom(f, d.A[0], depth+1)
	case effects.Call:
		if d.Callee.Path == "context" && len(d.A) > 0 {
			return w.madeFrom(f, d.A[0], depth+1)
		}
	}
	return -1
}

// awaits reports whether a function waits for goroutines that it starts.
func (w *walker) awaits(f *link.Fn) bool {
	return slices.ContainsFunc(f.Code, func(in effects.Instr) bool {
		switch in.Op {
		case effects.Recv:
			return true
		case effects.Range:
			return strings.HasPrefix(w.v.RegType(f, in.A[0]), "chan ")
		case effects.Call:
			return method(in.Callee) == "Wait"
		}
		return false
	})
}

// Waits reports whether a tool writes to something outside that takes time.
func (t *Tool) Waits() bool {
	return t.says() != ReadWord && slices.ContainsFunc(t.Effects, func(e *Effect) bool { return e.Hard && e.Waits() })
}
