package view

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// GuessedID is an id that a client gets and that can be guessed.
type GuessedID struct {
	Loc         // where it is given to the client
	Made []Loc  // where it is counted up or taken from the time
	Name string // of the field that holds it
}

// GuessedIDs lists the ids that requests give to clients through fields of an
// SDK and that are counted up or made from the time.
func (v *View) GuessedIDs() []GuessedID {
	var out []GuessedID
	v.Calls(sdk.HandleOut, func(l Loc, _ sdk.Entry) {
		in := l.In()
		if l.Fn.Test || in.Op != effects.Field || len(v.Reached(l.Fn)) == 0 {
			return
		}
		for _, f := range v.Copies(l.Fn) {
			if val := storedIn(f, in.Dst); guessable(v.Class(f, val)) {
				out = append(out, GuessedID{Loc: l, Made: v.madeGuessable(f, val), Name: in.Callee.Name[strings.LastIndexByte(in.Callee.Name, '.')+1:]})
				return
			}
		}
	})
	return out
}

// guessable reports whether a value is made of a counter, the time or a weak
// source and of nothing that nobody else knows or that the caller chose.
func guessable(s Source) bool {
	const other = FromStrongID | FromArg | FromHTTP | FromPrincipal | FromSession | FromSessionName | FromRequest | FromUnknown | FromHost
	return s.Has(FromCount|FromWeakID|FromClock) && !s.Has(other)
}

// madeGuessable lists where that happens.
func (v *View) madeGuessable(f *link.Fn, val effects.Val) []Loc {
	var out []Loc
	for _, o := range v.Origins(f, val) {
		if !v.classOf(o).Has(FromCount|FromWeakID|FromClock) || o.Fn == nil || o.Instr < 0 || !o.Fn.Main() {
			continue
		}
		if l := (Loc{o.Fn.Orig(), o.Instr}); !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}

// CountedKeys lists the containers that something beside the requests fills and
// empties under keys that are counted up, and that requests over HTTP look up by
// what a URL or a form brings: the number is the handle.
func (v *View) CountedKeys() []*State {
	var out []*State
	for _, s := range v.Program.States() {
		if !declared(s) || !s.Container(v.Program) {
			continue
		}
		st := v.state(s)
		if len(st.Writes) > 0 || len(st.Deletes) == 0 || !st.Keys.Has(FromHTTP) {
			continue
		}
		var keys Source
		for _, a := range s.Accesses {
			if a.Kind == link.Write && a.Depth == 0 && a.Key.K != effects.None && !a.Fn.Test {
				keys |= v.Class(a.Fn, a.Key)
			}
		}
		if guessable(keys) && slices.ContainsFunc(st.Readers, v.handsOver) {
			out = append(out, st)
		}
	}
	return out
}

// KeysMade lists where the keys of a container are made that can be guessed.
func (v *View) KeysMade(st *State) []Loc {
	var out []Loc
	for _, a := range st.Accesses {
		if a.Kind != link.Write || a.Depth > 0 || a.Key.K == effects.None || a.Fn.Test {
			continue
		}
		for _, l := range v.madeGuessable(a.Fn, a.Key) {
			if !slices.Contains(out, l) {
				out = append(out, l)
			}
		}
	}
	return out
}

// handsOver reports whether a root serves MCP, or hands its requests to an
// SDK's handler.
func (v *View) handsOver(r *link.Root) bool {
	if r.Kind != sdk.RootHTTP {
		return false
	}
	return v.speaksMCP(r) || slices.ContainsFunc(r.Fn.Code, func(in effects.Instr) bool {
		return in.Op == effects.Call && v.Tab.IsSDK(in.Callee.Path) && strings.HasSuffix(in.Callee.Name, ".ServeHTTP")
	})
}
