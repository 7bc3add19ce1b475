package view

import (
	"regexp"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// BoundToken is a digest of one request's token that is kept and compared with
// later ones: a renewed token of the same caller is refused.
type BoundToken struct {
	Object, Package string
	Keep            Loc // stores the digest
	Compare         Loc
}

// tokenWord matches the names of parameters that hold a caller's token.
var tokenWord = regexp.MustCompile(`(?i)^(raw|access|bearer|id|jwt|auth|user|caller)?_?(tok|token|jwt|bearer|authorization)$`)

// BoundTokens lists them.
func (v *View) BoundTokens() []BoundToken {
	var out []BoundToken
	for _, f := range v.Fns {
		if f.Clone != nil || !f.Main() || f.Test || len(v.Reached(f)) == 0 {
			continue
		}
		for i := range f.Code {
			in := &f.Code[i]
			_, call := v.Role(in.Callee, sdk.Open)
			call = call && in.Op == effects.Call && (in.Callee.Name == "Equal" || in.Callee.Name == "ConstantTimeCompare")
			if !call && (in.Op != effects.Bin || in.S != "==" && in.S != "!=") || len(in.A) != 2 || in.Dst < 0 {
				continue
			}
			for k := range 2 {
				kept := v.keptDigest(f, in.A[k])
				if kept.Fn == nil || kept.Fn.Orig() == f.Orig() || !v.digestOfToken(f, in.A[1-k], false) || !v.refusesBy(f, in.Dst, 0) {
					continue
				}
				d := kept.Fn.Def(kept.In().A[0])
				b := BoundToken{Package: f.Fn.Pkg, Keep: kept, Compare: Loc{f, i}}
				if _, b.Object = v.fieldPos(d.S); b.Object == "" {
					continue
				}
				b.Object = f.Pkg.Name + "." + b.Object
				if !slices.ContainsFunc(out, func(o BoundToken) bool { return o.Object == b.Object }) {
					out = append(out, b)
				}
			}
		}
	}
	return out
}

// keptDigest finds where a field that a value is loaded from gets the digest of
// a token.
func (v *View) keptDigest(f *link.Fn, val effects.Val) Loc {
	for range 4 {
		d := f.Def(val)
		if d == nil || len(d.A) == 0 {
			return Loc{}
		}
		field := d.S
		switch {
		case d.Op == effects.FieldVal:
		case d.Op == effects.Load:
			var ok bool
			if field, ok = loadedField(f, val); !ok {
				return Loc{}
			}
		case d.Op == effects.Convert, d.Op == effects.Copy && d.S == "slice":
			val = d.A[0]
			continue
		default:
			return Loc{}
		}
		for _, l := range v.fieldStores(field) {
			if l.Fn.Clone == nil && l.Fn.Main() && !l.Fn.Test && v.digestOfToken(l.Fn, l.In().A[1], true) && !mintedHere(l.Fn, l.In().A[1]) {
				return l
			}
		}
		return Loc{}
	}
	return Loc{}
}

// mintedHere reports whether a value is computed in its function from what
// another function returned that was given nothing: no token of a request.
func mintedHere(f *link.Fn, val effects.Val) bool {
	for range 6 {
		d := f.Def(val)
		if d == nil {
			return false
		}
		switch {
		case d.Op == effects.Call && len(d.A) == 0 && !d.Has(effects.Dynamic|effects.Invoke):
			return true
		case len(d.A) == 1 && (d.Op == effects.Call && !d.Has(effects.Dynamic|effects.Invoke) || d.Op == effects.Extract || d.Op == effects.Convert):
			val = d.A[0]
		default:
			return false
		}
	}
	return false
}

// fieldStores lists the places that set a field, whatever the struct.
func (v *View) fieldStores(field string) []Loc {
	return Once(v, "fieldstores", func() map[string][]Loc {
		m := map[string][]Loc{}
		for _, f := range v.Fns {
			for i := range f.Code {
				if in := &f.Code[i]; in.Op == effects.Store {
					if d := f.Def(in.A[0]); d != nil && d.Op == effects.Field {
						m[d.S] = append(m[d.S], Loc{f, i})
					}
				}
			}
		}
		return m
	})[field]
}

// digestOfToken reports whether a value is a digest of the token of a request:
// of its header, or, where it is kept, of a parameter that is called so.
func (v *View) digestOfToken(f *link.Fn, val effects.Val, kept bool) bool {
	digest, token := false, false
	from := v.Origins(f, val)
	if in := v.hashed(f, val); len(in) > 0 {
		digest = true
		for _, a := range in {
			from = append(slices.Clone(from), v.Origins(f, a)...)
		}
	}
	for _, o := range from {
		switch {
		case o.Kind == link.OTable && (o.Entry.Role == sdk.OriginEnv || o.Entry.Role == sdk.OriginFlag || o.Entry.Role == sdk.OriginRandom || o.Entry.Role == sdk.OriginID):
			return false
		case o.Kind == link.OTable && o.Entry.Role == sdk.OriginHeader && strings.EqualFold(o.Str, "authorization"):
			token = true
		case kept && o.Kind == link.OParam && tokenWord.MatchString(o.Str):
			token = true
		}
		digest = digest || o.Hashed
	}
	return digest && token
}

// hashed lists what a function has written to the hash whose sum a value is.
func (v *View) hashed(f *link.Fn, val effects.Val) []effects.Val {
	var sum *effects.Instr
	for range 6 {
		d := f.Def(val)
		if d == nil || len(d.A) == 0 {
			return nil
		}
		if d.Op == effects.Call && strings.HasSuffix(d.Callee.Name, ".Sum") {
			sum = d
			break
		}
		val = d.A[0]
	}
	if sum == nil {
		return nil
	}
	var out []effects.Val
	for i := range f.Code {
		in := &f.Code[i]
		if in.Op != effects.Call || len(in.A) < 2 || !strings.Contains(in.Callee.Name, "Write") && !strings.HasPrefix(in.Callee.Name, "Fprint") {
			continue
		}
		if sameCell(f, in.A[0], sum.A[0]) {
			out = append(out, in.A[1:]...)
		}
	}
	return out
}

// refusesBy reports whether a comparison decides that a request is refused: one
// of the ways on from it fails at once, here or where its result is handed to.
func (v *View) refusesBy(f *link.Fn, reg int32, depth int) bool {
	at := f.Index(effects.Val{K: effects.Reg, I: reg})
	if depth > 2 || at < 0 {
		return false
	}
	on := map[int32]bool{reg: true}
	for i := range f.Code {
		in := &f.Code[i]
		next := slices.Contains(f.Blocks[f.Code[at].Blk].Succs, in.Blk)
		switch {
		case in.Op == effects.Call && next && v.reports(in.Callee), in.Op == effects.Return && next && failing(f, in):
			return true
		case in.Op == effects.Return && len(in.A) == 1 && dependsOn(f, []effects.Guard{{Cond: in.A[0]}}, on):
			for _, e := range f.In {
				if d := e.From.Code[e.Instr].Dst; d >= 0 && v.refusesBy(e.From, d, depth+1) {
					return true
				}
			}
		}
	}
	return false
}
