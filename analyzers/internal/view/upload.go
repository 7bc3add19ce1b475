package view

import (
	"regexp"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
)

// piece matches the words with which code names parts of something larger.
var piece = regexp.MustCompile(`(?i)(chunk|upload|fragment|multipart|partial|(^|[._])(part|piece|segment)s?($|[._]))`)

// accumulates reports whether requests add content that callers bring to what
// earlier requests brought: a file that arrives in pieces.
func (v *View) accumulates(st *State) bool {
	named := v.namesPieces(st)
	taken := len(st.Deletes) > 0
	for _, w := range st.Writes {
		content, bytes := v.addsContent(w)
		if !content {
			continue
		}
		// A journal grows as well. Pieces are named, or they are bytes which
		// somebody takes away when they are complete.
		if named || bytes && taken || v.namesPiece(w) {
			return true
		}
	}
	return false
}

// addsContent reports whether a write adds bytes or text that a caller brought
// to what was there; bytes says which of the two.
func (v *View) addsContent(w *link.Access) (content, bytes bool) {
	in := w.In()
	from := func(val effects.Val) bool { return v.Class(w.Fn, val).Has(FromArg | FromHTTP) }
	switch in.Op {
	case effects.Store, effects.MapSet:
		d := w.Fn.Def(w.Val)
		for d != nil && d.Op == effects.Convert && len(d.A) == 1 {
			d = w.Fn.Def(d.A[0])
		}
		switch {
		case d == nil:
		case d.Op == effects.Append && len(d.A) > 1 && grows(w, d):
			t := strings.TrimLeft(d.Type, "*")
			flat, nested := t == "[]byte" || t == "[]uint8", t == "[][]byte" || t == "[][]uint8" || t == "[]string"
			return (flat || nested) && from(d.A[1]), flat
		case d.Op == effects.Bin && d.S == "+" && d.Type == "string" && grows(w, d):
			return from(d.A[0]) || from(d.A[1]), false
		}
		// One piece under its number: up.parts[n] = data.
		if in.Op == effects.MapSet && w.Depth > 0 && isContent(v.RegType(w.Fn, w.Val)) {
			return from(w.Val) && from(w.Key), false
		}
	case effects.Call:
		if w.Kind == link.Update && isBufferCall(in) && len(in.A) > 1 {
			return from(in.A[1]), true
		}
	}
	return false, false
}

// grows reports whether what is added to was there before the request: the
// first operand is read from memory, not made here.
func grows(w *link.Access, d *effects.Instr) bool {
	for _, a := range d.A {
		src := w.Fn.Def(a)
		if src != nil && src.Op == effects.Extract {
			src = w.Fn.Def(src.A[0])
		}
		if src != nil && (src.Op == effects.Load || src.Op == effects.MapGet) {
			return true
		}
	}
	return false
}

func isContent(t string) bool {
	switch t {
	case "string", "[]byte", "[]uint8":
		return true
	}
	return false
}

// isBufferCall reports whether a call writes to a growing buffer.
func isBufferCall(in *effects.Instr) bool {
	t, m, _ := strings.Cut(in.Callee.Name, ".")
	return isBuffer(in.Callee.Path+"."+t) && strings.HasPrefix(m, "Write")
}

// namesPieces reports whether the object, the types inside it or the tools that
// write it are named after parts of something larger.
func (v *View) namesPieces(st *State) bool {
	if piece.MatchString(short(st.Object)) {
		return true
	}
	for _, t := range st.Elems {
		if td := v.Type(t); td != nil && piece.MatchString(td.Name) {
			return true
		}
	}
	return slices.ContainsFunc(Tools(st.Writers), func(name string) bool {
		return piece.MatchString(strings.ReplaceAll(name, "-", "_"))
	})
}

// namesPiece reports whether the field that a write changes is so named.
func (v *View) namesPiece(w *link.Access) bool {
	addr := w.In().A
	if len(addr) == 0 {
		return false
	}
	for d := w.Fn.Def(addr[0]); d != nil; d = w.Fn.Def(d.A[0]) {
		if d.Op == effects.Field {
			return piece.MatchString(d.S[strings.LastIndexByte(d.S, '.')+1:])
		}
		if d.Op != effects.Load || len(d.A) == 0 {
			return false
		}
	}
	return false
}
