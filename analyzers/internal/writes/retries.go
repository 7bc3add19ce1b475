package writes

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
)

// Retry is a place that calls a tool of another server again when the call
// fails, whatever the tool does.
type Retry struct {
	view.Loc          // what is done again: a call in a loop, or of a library that retries
	Call     view.Loc // the call of the tool
}

const maxForward = 10 // calls between a retry and the call of the tool

// Retries lists them.
func Retries(v *view.View) []Retry {
	f := forwarding{v}
	var out []Retry
	for _, fn := range v.Fns {
		if fn.Clone != nil || !fn.Main() || fn.Test {
			continue
		}
		for i := range fn.Code {
			in := &fn.Code[i]
			if in.Op != effects.Call {
				continue
			}
			l := view.Loc{Fn: fn, Instr: i}
			if call := f.retried(l); call != nil && !f.asksFirst(fn, call.Fn) {
				out = append(out, Retry{l, *call})
				break // one card for each function
			}
		}
	}
	return out
}

type forwarding struct{ v *view.View }

// retried is the call of a tool that a place does again, or nil.
func (f *forwarding) retried(l view.Loc) *view.Loc {
	in := l.In()
	if e, ok := f.v.Role(in.Callee, sdk.Retry); ok {
		k, _ := e.Int("fn")
		for _, fn := range f.v.FuncsOf(l.Fn, view.Arg(in, k)) {
			if c := f.forwards(fn); c != nil {
				return c
			}
		}
		return nil
	}
	if !l.Fn.Blocks[in.Blk].Loop || in.Has(effects.Go) || in.Has(effects.Defer) || !f.again(l) {
		return nil
	}
	if NameWord(method(in.Callee)) == ReadWord {
		return nil // waits for something to come
	}
	if forwardCall(f.v, in) {
		return &l
	}
	for _, e := range l.Fn.Out {
		if e.Instr == l.Instr && e.Kind < link.Guess && e.Kind != link.Callback {
			if c := f.forwards(e.To); c != nil {
				return c
			}
		}
	}
	return nil
}

// forwardCall reports whether a call calls a tool of another server through an
// SDK's client.
func forwardCall(v *view.View, in *effects.Instr) bool {
	m := method(in.Callee)
	return in.Op == effects.Call && (m == "CallTool" || m == "CallToolWithContext") && v.Tab.IsSDK(in.Callee.Path)
}

// forwards finds the call of another server's tool that a function leads to.
func (f *forwarding) forwards(fn *link.Fn) *view.Loc {
	seen := map[*link.Fn]bool{fn: true}
	level := []*link.Fn{fn}
	for depth := 0; depth < maxForward && len(level) > 0; depth++ {
		var next []*link.Fn
		for _, g := range level {
			for i := range g.Code {
				if forwardCall(f.v, &g.Code[i]) {
					return &view.Loc{Fn: g, Instr: i}
				}
			}
			for _, e := range g.Out {
				if !seen[e.To] && !e.Go && e.Kind < link.Callback && !e.To.Test {
					seen[e.To] = true
					next = append(next, e.To)
				}
			}
		}
		level = next
	}
	return nil
}

// again reports whether a loop does one and the same call until it succeeds:
// its success leaves the function, and nothing that it is given changes from
// one round to the next.
func (f *forwarding) again(l view.Loc) bool {
	in := l.In()
	for _, a := range in.A {
		if f.varies(l.Fn, a, in.Blk, 0) {
			return false
		}
	}
	return f.waits(l.Fn, in.Blk) && f.leaves(l)
}

// varies reports whether a value is another one in each round of a loop.
func (f *forwarding) varies(fn *link.Fn, v effects.Val, blk int32, depth int) bool {
	d := fn.Def(v)
	if d == nil || depth > 8 {
		return false
	}
	switch d.Op {
	case effects.Next, effects.Recv:
		return true
	case effects.Copy:
		// A variable of the loop: the sum of itself and a step.
		for _, a := range d.A {
			if s := fn.Def(a); s != nil && s.Op == effects.Bin && s.S == "+" && slices.Contains(s.A, v) {
				return true
			}
		}
		return false
	case effects.Alloc, effects.MakeMap, effects.MakeSlice:
		return false
	}
	return slices.ContainsFunc(d.A, func(a effects.Val) bool { return f.varies(fn, a, blk, depth+1) })
}

// waits reports whether a loop pauses, or counts its attempts.
func (f *forwarding) waits(fn *link.Fn, blk int32) bool {
	for i := range fn.Code {
		in := &fn.Code[i]
		if in.Op != effects.Call || !fn.Blocks[in.Blk].Loop {
			continue
		}
		switch in.Callee.Path + "." + in.Callee.Name {
		case "time.Sleep", "time.After", "time.NewTimer", "time.Timer.Reset":
			return true
		}
	}
	for _, s := range []string{"retry", "retries", "attempt"} {
		if strings.Contains(strings.ToLower(fn.Name), s) {
			return true
		}
	}
	return false
}

// leaves reports whether the function returns when the call gives no error.
func (f *forwarding) leaves(l view.Loc) bool {
	errs := map[int32]bool{}
	in := l.In()
	if in.Type == "error" {
		errs[in.Dst] = true
	}
	for i := range l.Fn.Code {
		x := &l.Fn.Code[i]
		if x.Op == effects.Extract && x.A[0].K == effects.Reg && x.A[0].I == in.Dst && x.Type == "error" {
			errs[x.Dst] = true
		}
	}
	for i := range l.Fn.Code {
		x := &l.Fn.Code[i]
		if x.Op != effects.Return {
			continue
		}
		for _, g := range l.Fn.Blocks[x.Blk].Guards {
			d := l.Fn.Def(g.Cond)
			if d == nil || d.Op != effects.Bin || len(d.A) != 2 || d.A[0].K != effects.Reg || !errs[d.A[0].I] || d.A[1].K != effects.Nil {
				continue
			}
			if (d.S == "==") != g.Neg {
				return true
			}
		}
	}
	return false
}

// asksFirst reports whether the way looks at a tool's annotations: only reads
// and repeatable calls are tried again.
func (f *forwarding) asksFirst(fns ...*link.Fn) bool {
	return slices.ContainsFunc(fns, func(fn *link.Fn) bool {
		return slices.ContainsFunc(fn.Code, func(in effects.Instr) bool {
			return (in.Op == effects.Field || in.Op == effects.FieldVal) && (strings.HasSuffix(in.S, ".IdempotentHint") || strings.HasSuffix(in.S, ".ReadOnlyHint"))
		})
	})
}
