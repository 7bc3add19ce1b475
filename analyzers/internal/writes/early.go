package writes

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
)

// Early is something that a tool does before it asks the client for input. The
// client answers with a new call, for which the handler runs from its
// beginning, or it never answers.
type Early struct {
	Fn     *link.Fn
	Instr  int
	What   string
	Effect *Effect // nil for goroutines, locks and waits
	Ask    effects.Pos
	frame  *frame
}

// Pos is where it is done.
func (e *Early) Pos() effects.Pos { return e.Fn.Code[e.Instr].Pos }

// Steps is the chain of calls that leads to it.
func (e *Early) Steps() []link.Step { return e.frame.steps() }

// ask is a place where a result asks the client for input.
type ask struct {
	frame *frame
	instr int
}

// asksIn lists the functions that ask, with the instructions that do.
func (w *walker) asksIn() map[*link.Fn][]int {
	out := map[*link.Fn][]int{}
	for _, f := range w.v.Fns {
		if f.Test {
			continue
		}
		for i := range f.Code {
			in := &f.Code[i]
			s := in.Callee
			if in.Op == effects.Store {
				if d := f.Def(in.A[0]); d != nil && d.Op == effects.Field && in.A[1].K != effects.Nil {
					s = d.Callee
				}
			} else if in.Op != effects.Call {
				continue
			}
			if _, ok := w.v.Role(s, sdk.ResultInputs); ok {
				out[f] = append(out[f], i)
			}
		}
	}
	return out
}

// early lists what a tool does before it asks.
func (w *walker) early(t *Tool, start []*link.Fn, at map[*link.Fn][]int) []*Early {
	if len(at) == 0 {
		return nil
	}
	leads := callersOf(at)
	var out []*Early
	add := func(e *Early) {
		if e != nil && !slices.ContainsFunc(out, func(o *Early) bool { return o.Pos() == e.Pos() }) {
			out = append(out, e)
		}
	}
	seen := map[*link.Fn]bool{}
	var queue []*frame
	for _, f := range start {
		queue = append(queue, &frame{fn: f})
	}
	for len(queue) > 0 {
		fr := queue[0]
		queue = queue[1:]
		if seen[fr.fn] || !leads[fr.fn] {
			continue
		}
		seen[fr.fn] = true
		for _, i := range at[fr.fn] {
			a := ask{fr, i}
			for _, e := range t.Effects {
				add(w.earlyEffect(a, e))
			}
			for x, j := fr, i; x != nil; x = x.up {
				for _, e := range w.held(x, j) {
					e.Ask = fr.fn.Code[i].Pos
					add(e)
				}
				if x.edge != nil {
					j = x.edge.Instr
				}
			}
		}
		for _, e := range fr.fn.Out {
			if e.Kind != link.Callback && !e.Go && !fr.has(e.To) && fr.depth < maxDepth {
				queue = append(queue, fr.push(e))
			}
		}
	}
	return out
}

// callersOf is the set of functions from which others are reached.
func callersOf(at map[*link.Fn][]int) map[*link.Fn]bool {
	set := map[*link.Fn]bool{}
	var work []*link.Fn
	for f := range at {
		set[f] = true
		work = append(work, f)
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range f.In {
			if !set[e.From] {
				set[e.From] = true
				work = append(work, e.From)
			}
		}
	}
	return set
}

// earlyEffect reports an effect that always comes before an ask, or between
// the making of the result and its return.
func (w *walker) earlyEffect(a ask, e *Effect) *Early {
	if e.Word != AgainWord && e.Word != DeleteWord || !e.Hard {
		return nil
	}
	f, x, y := fork(e.frame, e.Instr, a.frame, a.instr)
	if f == nil || !ahead(f, x, y) && !(returnsAsk(f, y) && ahead(f, y, x)) {
		return nil
	}
	if w.answered(f, x) {
		return nil
	}
	return &Early{Fn: e.Fn, Instr: e.Instr, What: e.What, Effect: e, Ask: a.frame.fn.Code[a.instr].Pos, frame: e.frame}
}

// fork finds the function in which the ways to two places part, and the
// instructions there that lead to each.
func fork(a *frame, ia int, b *frame, ib int) (f *link.Fn, x, y int) {
	as, bs := chain(a), chain(b)
	n := 0
	for n < len(as) && n < len(bs) && as[n].fn == bs[n].fn && sameEdge(as[n].edge, bs[n].edge) {
		n++
	}
	if n == 0 {
		return nil, 0, 0
	}
	x, y = ia, ib
	if n < len(as) {
		x = as[n].edge.Instr
	}
	if n < len(bs) {
		y = bs[n].edge.Instr
	}
	return as[n-1].fn, x, y
}

func sameEdge(a, b *link.Edge) bool {
	return a == b || a != nil && b != nil && a.From == b.From && a.Instr == b.Instr
}

func chain(fr *frame) []*frame {
	var out []*frame
	for x := fr; x != nil; x = x.up {
		out = append(out, x)
	}
	slices.Reverse(out)
	return out
}

// ahead reports whether one instruction always comes before another.
func ahead(f *link.Fn, x, y int) bool {
	return x != y && !f.Code[x].Has(effects.Defer) && (f.Code[x].Blk == f.Code[y].Blk && x < y || f.Code[x].Blk != f.Code[y].Blk && dominates(f, f.Code[x].Blk, f.Code[y].Blk))
}

// returnsAsk reports whether an instruction completes a result that asks, so
// that all which comes after it comes before the answer.
func returnsAsk(f *link.Fn, y int) bool {
	in := &f.Code[y]
	return in.Op == effects.Store || in.Op == effects.Call && strings.HasSuffix(in.Callee.Name, "Result")
}

// answered reports whether an instruction only runs when the client has
// answered an earlier question.
func (w *walker) answered(f *link.Fn, x int) bool {
	return slices.ContainsFunc(f.Blocks[f.Code[x].Blk].Guards, func(g effects.Guard) bool { return w.present(f, g.Cond, g.Neg, 0) })
}

// present reports whether a condition says that answers, or the state of an
// earlier round, are there.
func (w *walker) present(f *link.Fn, c effects.Val, neg bool, depth int) bool {
	d := f.Def(c)
	if d == nil || depth > 6 {
		return false
	}
	switch d.Op {
	case effects.Un:
		return d.S == "!" && w.present(f, d.A[0], !neg, depth+1)
	case effects.Extract, effects.Load, effects.Call:
		return !neg && w.isAnswer(f, c)
	case effects.Bin:
		zero := slices.ContainsFunc(d.A, func(a effects.Val) bool {
			return a.K == effects.Nil || a.K == effects.Const && (a.S == "" || a.S == "0" || a.S == "false")
		})
		says := d.S == "==" && !zero || (d.S == "!=" || d.S == ">") && zero
		if neg {
			says = (d.S == "==" || d.S == "<=") && zero || d.S == "!=" && !zero
		}
		return says && slices.ContainsFunc(d.A, func(a effects.Val) bool { return w.isAnswer(f, a) })
	}
	return false
}

// isAnswer reports whether a value comes from what the client sent back.
func (w *walker) isAnswer(f *link.Fn, v effects.Val) bool {
	if d := f.Def(v); d != nil && (d.Op == effects.Len || d.Op == effects.Extract) {
		if src := f.Def(d.A[0]); src != nil && (src.Op == effects.MapGet || d.Op == effects.Len) {
			if d.Op == effects.Extract {
				return w.isAnswer(f, src.A[0])
			}
			return w.isAnswer(f, d.A[0])
		}
	}
	return slices.ContainsFunc(w.v.Origins(f, v), func(o link.Origin) bool {
		return o.Kind == link.OTable && (o.Entry.Role == sdk.OriginAnswers || o.Entry.Role == sdk.OriginRequestState)
	})
}

// held lists what is started, taken or waited for before an instruction of the
// way to an ask, and stays so.
func (w *walker) held(fr *frame, y int) []*Early {
	f := fr.fn
	var out []*Early
	for i := range f.Code {
		in := &f.Code[i]
		if !ahead(f, i, y) || w.answered(f, i) {
			continue
		}
		what := ""
		switch {
		case in.Op == effects.Recv && w.longLived(f, in.A[0]):
			what = "waits on a channel that other requests send to"
		case in.Op != effects.Call:
		case (in.Has(effects.Go) || w.spawns(in)) && !w.awaits(f):
			what = "starts a goroutine"
		default:
			if w.takes(f, in) {
				what = "takes " + short(in.Callee) + ", and only a later call gives it back"
			}
		}
		if what != "" {
			out = append(out, &Early{Fn: f, Instr: i, What: what, frame: fr})
		}
	}
	return out
}

// longLived reports whether a channel is held by memory that outlives the call.
func (w *walker) longLived(f *link.Fn, ch effects.Val) bool {
	for _, st := range w.v.States() {
		for _, a := range st.Accesses {
			if a.Fn == f && a.In().Op == effects.Recv && len(a.In().A) > 0 && a.In().A[0] == ch {
				return true
			}
		}
	}
	return false
}

func (w *walker) spawns(in *effects.Instr) bool {
	_, ok := w.v.Role(in.Callee, sdk.GoSpawn)
	return ok && in.Callee.Path != "context" && method(in.Callee) != "Go"
}

// takes reports whether a call takes a lock that the function does not give
// back.
func (w *walker) takes(f *link.Fn, in *effects.Instr) bool {
	if _, ok := w.v.Role(in.Callee, sdk.SyncLock); !ok || method(in.Callee) == "Wait" {
		return false
	}
	gives := func(g *link.Fn) bool {
		return slices.ContainsFunc(g.Code, func(x effects.Instr) bool {
			m := method(x.Callee)
			return x.Op == effects.Call && (strings.HasSuffix(m, "Unlock") || m == "Release" || m == "Close")
		})
	}
	if gives(f) {
		return false
	}
	return !slices.ContainsFunc(f.Out, func(e *link.Edge) bool { return gives(e.To) })
}

// EarlyPath is the way from the registration to what is done too early.
func (t *Tool) EarlyPath(e *Early) []view.Frame {
	return append(t.way(e.frame), view.Frame{Pos: e.Pos(), Function: e.Fn.Name, What: e.What}, view.Frame{Pos: e.Ask, What: "asks the client for input"})
}
