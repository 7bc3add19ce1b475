package writes

import (
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// fromArg reports whether a value depends on the arguments of the call.
func (w *walker) fromArg(fr *frame, v effects.Val) bool {
	f2, v2 := w.resolve(fr, v)
	for _, o := range w.v.Origins(f2.fn, v2) {
		switch {
		case o.Kind == link.OArg, o.Kind == link.ORequest, o.Kind == link.OTable && o.Entry.Role == sdk.OriginArg:
			return true
		}
	}
	return w.given(fr, v, map[seenVal]bool{})
}

// given reports whether a value is a part of what the tool's handler was
// called with, as far as the way here shows. Where no SDK stands behind the
// dispatcher, nothing else says which values are arguments.
func (w *walker) given(fr *frame, v effects.Val, seen map[seenVal]bool) bool {
	fr, v = w.resolve(fr, v)
	k := seenVal{fr.fn, v}
	if v.K != effects.Reg || seen[k] || len(seen) > 200 {
		return false
	}
	seen[k] = true
	if w.handed(fr, v) {
		return true
	}
	d := fr.fn.Def(v)
	if d == nil {
		return false
	}
	any := func(vals []effects.Val) bool {
		for _, a := range vals {
			if w.given(fr, a, seen) {
				return true
			}
		}
		return false
	}
	switch d.Op {
	case effects.Load:
		a := fr.fn.Def(d.A[0])
		if a != nil && a.Op == effects.Field {
			return w.givenField(fr, a.A[0], a.S, seen)
		}
		for _, s := range w.storesAt(fr.fn, d.A[0]) {
			if fr.has(s.Fn) && w.given(fr.of(s.Fn), s.Val, seen) {
				return true
			}
		}
	case effects.FieldVal:
		return w.givenField(fr, d.A[0], d.S, seen)
	case effects.MapGet, effects.IndexVal, effects.Extract, effects.Convert:
		return w.given(fr, d.A[0], seen)
	case effects.Copy, effects.Append:
		return any(d.A)
	case effects.Bin:
		return d.S == "+" && any(d.A)
	case effects.Call:
		switch d.Callee.Path { // what only changes the form
		case "strings", "bytes", "fmt", "strconv", "encoding/json":
			return any(d.A)
		}
	}
	return false
}

// givenField looks a field up in the struct that it is read from.
func (w *walker) givenField(fr *frame, base effects.Val, field string, seen map[seenVal]bool) bool {
	f2, b := w.base(fr, base)
	for d := f2.fn.Def(b); d != nil && d.Op == effects.Field; d = f2.fn.Def(b) {
		f2, b = w.base(f2, d.A[0]) // a struct inside another
	}
	if w.handed(f2, b) {
		return true
	}
	if d := f2.fn.Def(b); d != nil && d.Op == effects.Alloc {
		for i := range f2.fn.Code {
			if st := &f2.fn.Code[i]; st.Op == effects.Store && st.A[0] == b && w.handed(f2, st.A[1]) {
				return true
			}
		}
	}
	for _, s := range w.fieldStores(f2.fn, b, field) {
		if f2.has(s.Fn) && w.given(f2.of(s.Fn), s.Val, seen) {
			return true
		}
	}
	return false
}

// handed reports whether a value is a parameter of the handler itself, other
// than its receiver and its context.
func (w *walker) handed(fr *frame, v effects.Val) bool {
	if fr.up != nil || fr.edge != nil || fr.depth > 0 {
		return false
	}
	i, free, ok := fr.fn.Param(v)
	if !ok || free || i == 0 && fr.fn.Recv {
		return false
	}
	t := fr.fn.Params[i].Type
	return t != "context.Context" && !strings.HasPrefix(t, "func(") && !strings.HasPrefix(strings.TrimLeft(t, "*"), "net/http.")
}
