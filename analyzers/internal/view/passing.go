package view

// Signs that a container passes something on, between requests or to what runs beside them.

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// onlySends reports whether all that requests do to a list of channels is to
// send on them: whoever listens in this process gets it, nothing is kept.
func onlySends(st *State) bool {
	return strings.HasPrefix(st.Type, "[]chan ") && len(st.Writes) > 0 &&
		!slices.ContainsFunc(st.Writes, func(a *link.Access) bool { return a.Depth == 0 && a.In().Op != effects.Send })
}

// waits reports whether the entries of a container hold what one request leaves
// there under a key that it mints, and another request asks for or fails: an
// entry that is made anew is no substitute for it.
func (v *View) waits(st *State) bool {
	if !st.Keyed || !st.Container(v.Program) {
		return false
	}
	left := slices.ContainsFunc(st.Writes, func(w *link.Access) bool {
		if w.Depth == 0 || w.Kind == link.Delete || w.Key.K != effects.Reg {
			return false
		}
		key := v.Class(w.Fn, w.Key)
		return key.Has(FromStrongID|FromWeakID) && !key.Has(callers)
	})
	return left && slices.ContainsFunc(st.Reads, func(r *link.Access) bool {
		return r.Depth > 0 && !r.All && r.Key.K == effects.Reg && v.Class(r.Fn, r.Key).Has(callers) && v.missFails(r.Fn, r.In().Dst, 1, 0)
	})
}

// subscribers reports whether a container holds receivers of broadcasts.
func (v *View) subscribers(st *State) bool {
	holds := false
	typ := strings.TrimLeft(st.Type, "*")
	if strings.HasPrefix(typ, "chan ") {
		return false
	}
	if strings.HasPrefix(typ, "map[chan ") {
		return true
	}
	for _, t := range append(slices.Clone(st.Elems), elemKey(strings.TrimLeft(st.Type, "*"))) {
		t = strings.TrimLeft(t, "*")
		if strings.HasPrefix(t, "chan ") || v.TypeRole(t, sdk.TypeSession) || t == "net/http.Flusher" || t == "net/http.ResponseWriter" {
			holds = true
		}
	}
	if !holds {
		return false
	}
	return slices.ContainsFunc(st.Reads, func(a *link.Access) bool { return a.All && a.Depth == 0 && a.In().Op != effects.Len })
}

// drained reports whether requests only append to a list, at most asking how long
// it has become, and something that no request runs takes out what is there: a
// buffer of what is to be written elsewhere.
func (v *View) drained(st *State) bool {
	appends := map[*link.Fn]bool{}
	for _, w := range st.Writes {
		if w.Depth > 0 {
			continue
		}
		if w.Kind != link.Update {
			return false
		}
		appends[w.Fn] = true
	}
	taken := slices.ContainsFunc(st.Accesses, func(a *link.Access) bool {
		return a.Kind == link.Write && a.Depth == 0 && !a.Fn.Test && !v.InRequest(a.Fn) && v.repeated(a.Fn, 0, map[*link.Fn]bool{})
	})
	return taken && len(appends) > 0 && !slices.ContainsFunc(st.Reads, func(r *link.Access) bool { return r.Depth > 0 || !appends[r.Fn] })
}

// background reports whether goroutines that requests start change entries
// which other requests read.
func (v *View) background(st *State) bool {
	if st.Rebuilds {
		return false
	}
	minted := st.Keys.Has(FromStrongID | FromWeakID | FromArg | FromCount | FromClock)
	in := slices.ContainsFunc(st.Writes, func(a *link.Access) bool { return (a.Depth > 0 || minted) && v.async(a.Fn) })
	out := slices.ContainsFunc(st.Reads, func(a *link.Access) bool { return !a.All && !v.async(a.Fn) })
	return in && out
}

// fetched reports whether what requests put into a container comes from
// elsewhere: neither its keys nor its values are what a caller gave or what
// the server minted for one.
func (v *View) fetched(st *State) bool {
	const minted = FromStrongID | FromWeakID | FromCount | FromClock
	keys := st.DirectKeys
	if !v.handedBack(st) {
		keys &^= minted
	}
	return len(st.Writes) > 0 && !v.handedOut(st) && !keys.Has(callers|minted|FromUnknown|FromSessionName) && !st.Direct.Has(callers|FromUnknown) && (st.Keyed || !st.Values.Has(FromArg))
}

// handedBack reports whether requests look entries up by what their callers
// send, fail without an entry, or list them. Otherwise nobody comes back with a
// key that was minted.
func (v *View) handedBack(st *State) bool {
	return slices.ContainsFunc(st.Reads, func(a *link.Access) bool {
		if a.Depth > 0 || a.All || a.Key.K == effects.None {
			return a.Depth == 0 && a.All
		}
		return v.Class(a.Fn, a.Key).Has(callers|FromUnknown|FromRequest) || v.missFails(a.Fn, a.In().Dst, 1, 0)
	})
}

// handedOut reports whether requests add entries under keys that they make, and
// other requests bring these keys: a token, a ticket.
func (v *View) handedOut(st *State) bool {
	if !st.Keyed || !st.WriteKeys.Has(FromStrongID|FromWeakID) || st.WriteKeys.Has(callers) {
		return false
	}
	return slices.ContainsFunc(st.Reads, func(r *link.Access) bool {
		if r.Depth > 0 || r.Key.K == effects.None || !v.Class(r.Fn, r.Key).Has(callers) {
			return false
		}
		return slices.ContainsFunc(v.RootsOf(r.Fn), func(o *link.Root) bool { return !slices.Contains(st.Writers, o) })
	})
}

// correlates reports whether entries join a call with an answer that arrives
// on another goroutine: the function that adds one removes it again, and no
// other request looks it up.
func (v *View) correlates(st *State) bool {
	if !st.Keyed {
		return false
	}
	adds := 0
	for _, w := range st.Writes {
		if w.Depth > 0 {
			continue
		}
		adds++
		own := slices.ContainsFunc(st.Deletes, func(d *link.Access) bool { return outermost(v, d.Fn) == outermost(v, w.Fn) })
		if !own {
			return false
		}
	}
	for _, r := range st.Reads {
		if r.Depth > 0 || r.In().Op == effects.Recv {
			continue
		}
		if r.Key.K != effects.None {
			c := v.Class(r.Fn, r.Key)
			if c.Has(mintedKey) {
				continue // with the key that the same request was given
			}
			if c.Has(FromSession | FromSessionName) {
				return false
			}
		}
		if v.async(r.Fn) {
			continue
		}
		if !slices.ContainsFunc(st.Writes, func(w *link.Access) bool { return w.Depth == 0 && outermost(v, w.Fn) == outermost(v, r.Fn) }) {
			return false
		}
	}
	return adds > 0 && !v.awaits(st)
}

// awaits reports whether one request leaves a channel under a key that it makes
// and waits for what another request, which finds the channel, sends: a
// question to a person, a command to a program that is connected.
func (v *View) awaits(st *State) bool {
	if inner := elemKey(strings.TrimLeft(st.Type, "*")); !st.Keyed || !st.Container(v.Program) || strings.HasPrefix(inner, "map[") || strings.HasPrefix(inner, "[]") {
		return false // of several channels under a key, each is a subscriber's
	}
	var left []*link.Root
	for _, w := range st.Writes {
		if w.Depth == 0 && w.Kind == link.Write && v.Class(w.Fn, w.Key).Has(mintedKey) && v.holdsChannel(w) {
			left = append(left, v.RootsOf(w.Fn)...)
		}
	}
	if len(left) == 0 {
		return false
	}
	return slices.ContainsFunc(st.Reads, func(r *link.Access) bool {
		if r.Depth > 0 || r.All || r.Key.K == effects.None || v.async(r.Fn) || !slices.ContainsFunc(r.Fn.Code, func(in effects.Instr) bool { return in.Op == effects.Send }) {
			return false
		}
		return slices.ContainsFunc(v.RootsOf(r.Fn), func(o *link.Root) bool { return o.Kind != link.RootAPI && !o.Inferred && !slices.Contains(left, o) })
	})
}

// holdsChannel reports whether what is written is a channel or a struct with one.
func (v *View) holdsChannel(w *link.Access) bool {
	t := strings.TrimLeft(v.RegType(w.Fn, w.Val), "*")
	if strings.HasPrefix(t, "chan ") {
		return true
	}
	td := v.Type(t)
	return td != nil && slices.ContainsFunc(td.Fields, func(f effects.FieldDef) bool { return strings.HasPrefix(f.Type, "chan ") })
}

// hookPair reports whether entries live from one hook of a request to another
// hook of the same request: only added before it is served, looked up and
// removed when the answer or the error is known, and touched by nothing else.
func (v *View) hookPair(st *State) bool {
	removed := false
	for _, a := range st.Accesses {
		if a.Depth > 0 || a.Ref || a.Key.K == effects.None && !a.All || !v.ByRequest(a) || a.Kind != link.Write && v.afterwards(a.Fn) {
			continue // a timer that clears away what was left
		}
		for _, r := range v.RootsOf(a.Fn) {
			if r.Kind != sdk.RootHook {
				return false
			}
			switch r.Hook {
			case "request", "call":
				if a.Kind != link.Write {
					return false
				}
			case "success", "error":
				if a.Kind != link.Read && a.Kind != link.Delete {
					return false
				}
				removed = removed || a.Kind == link.Delete
			default:
				return false
			}
		}
	}
	return removed
}
