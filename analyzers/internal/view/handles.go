package view

import (
	"regexp"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// Minter is a tool that makes a handle and answers with it.
type Minter struct {
	Root *link.Root
	Def  link.Def
	Loc       // where the id is made
	Says bool // the description says how long the handle is good for
	Text bool // the description is known
}

// Miss is the answer to a handle that is not known.
type Miss struct {
	Pos  effects.Pos
	Fn   *link.Fn
	Text string
	Says bool // it tells that the handle may be gone, or what to do
}

var (
	lifetime = regexp.MustCompile(`(?i)expir|\bttl\b|life ?(time|span)|\bvalid\b|good for|(second|minute|hour|day|week)s?\b|\b(until|till|while|as long as|lasts?|unless)\b|restart|kept|keeps?\b|retain|persist|in[- ]memory|ephemeral|temporar|clean(s|ed)? up|automatically (closed|removed|deleted)|discard|must be (closed|stopped|released)|when (you are )?(done|finished)`)
	guidance = regexp.MustCompile(`(?i)expir|no longer|\bgone\b|restart|timed? ?out|\b(call|use|using|create|start|begin|open|run|try|request|make|get|obtain|list|see|check)\b[^.]*\b[a-z]+_[a-z_]+\b|\b(create|start|begin|open|request|obtain|draft|upload|launch|connect)\b|\bagain\b|\bnew (one|id|session|handle)\b|\bfirst\b`)
)

// Minters lists the tools that make the handles by which a state object is
// found later.
func (v *View) Minters(st *State) []Minter {
	var out []Minter
	if st.DirectKeys.Has(FromSession | FromHTTP | FromRequest | FromConfig | FromHost) {
		return nil // keys that mean something elsewhere
	}
	for _, w := range st.Writes {
		if w.Depth > 0 || w.Key.K == effects.None {
			continue
		}
		for _, o := range v.Origins(w.Fn, w.Key) {
			if !mints(o) || o.Fn == nil || o.Instr < 0 {
				continue
			}
			at := Loc{o.Fn, o.Instr}
			// An id that callers look up by argument and never chose, they were told.
			told := !st.WriteKeys.Has(FromArg) && !o.Derived && o.Entry.Role == sdk.OriginID
			if !told && !v.Answers(at) && !v.answersKey(w) {
				continue
			}
			for _, r := range v.RootsOf(w.Fn) {
				if !r.IsTool() || r.Inferred || len(r.Names) != 1 || slices.ContainsFunc(out, func(m Minter) bool { return m.Root == r }) {
					continue
				}
				if !slices.Contains(v.RootsOf(o.Fn), r) {
					continue
				}
				out = append(out, v.minter(r, at))
			}
		}
	}
	return out
}

// answersKey reports whether the key of a write becomes part of the answer.
func (v *View) answersKey(w *link.Access) bool {
	i := w.Fn.Index(w.Key)
	return i >= 0 && v.Answers(Loc{w.Fn, i})
}

// mints reports whether an origin is an id that is made anew on every call.
func mints(o link.Origin) bool {
	switch o.Kind {
	case link.OCount:
		return true
	case link.OTable:
		switch o.Entry.Role {
		case sdk.OriginID, sdk.OriginRandom, sdk.OriginClock:
			return true
		}
	}
	return false
}

func (v *View) minter(r *link.Root, at Loc) Minter {
	m := Minter{Root: r, Loc: at}
	for _, d := range v.Defs(r) {
		if d.Name != r.Names[0] {
			continue
		}
		m.Def = d
		m.Text = d.Desc != "" || len(d.Text) == 0
		m.Says = lifetime.MatchString(d.Desc)
	}
	return m
}

// Misses lists how requests are answered whose handle finds nothing.
func (v *View) Misses(st *State) []Miss {
	var out []Miss
	add := func(m Miss) {
		if m.Text != "" && !slices.ContainsFunc(out, func(o Miss) bool { return o.Pos == m.Pos }) {
			out = append(out, m)
		}
	}
	for _, r := range st.Reads {
		if r.Depth > 0 || r.All || r.Key.K == effects.None || !v.Class(r.Fn, r.Key).Has(FromArg) {
			continue
		}
		v.missTexts(r.Fn, r.In().Dst, 1, 0, add)
	}
	return out
}

// missTexts visits the failures in which a lookup that finds nothing ends: ok
// is result number k of the register.
func (v *View) missTexts(f *link.Fn, r, k int32, depth int, add func(Miss)) {
	if r < 0 || depth > 3 {
		return
	}
	found := foundBy(f, r, k)
	for i := range f.Code {
		in := &f.Code[i]
		switch in.Op {
		case effects.Return:
			for pos, a := range in.A {
				if _, says := found[a.I]; a.K != effects.Reg || a.I != r && !says {
					continue
				}
				for _, e := range f.In {
					if a.I == r {
						pos = int(k)
					}
					v.missTexts(e.From, e.From.Code[e.Instr].Dst, int32(pos), depth+1, add)
				}
			}
			if guardedBy(f, in.Blk, found) && failing(f, in) {
				for pos, a := range in.A {
					if pos < len(f.Results) && f.Results[pos].Type == "error" {
						add(v.miss(f, in, a))
					}
				}
			}
		case effects.Call:
			if e, ok := v.Role(in.Callee, sdk.ResultError); ok && guardedBy(f, in.Blk, found) {
				if k, ok := e.Int("text"); ok {
					add(v.miss(f, in, Arg(in, k)))
				}
			}
		}
	}
}

// miss reads the words of a failure.
func (v *View) miss(f *link.Fn, in *effects.Instr, val effects.Val) Miss {
	var words []string
	for _, o := range v.Origins(f, val) {
		if o.Kind == link.OConst && strings.Contains(o.Str, " ") {
			words = append(words, o.Str)
		}
	}
	slices.Sort(words)
	text := strings.Join(slices.Compact(words), " ")
	return Miss{Pos: in.Pos, Fn: f, Text: text, Says: guidance.MatchString(text)}
}

// ExpireByThemselves reports whether entries go without being asked to: after a
// time, when a sweep finds them, or when there is no room left.
func (v *View) ExpireByThemselves(st *State) bool {
	return st.TTL || st.Bounded || slices.ContainsFunc(st.Deletes, func(a *link.Access) bool { return !v.ByRequest(a) || v.async(a.Fn) })
}
