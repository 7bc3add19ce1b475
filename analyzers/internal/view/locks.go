package view

import (
	"regexp"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// ProcessLock is a lock of the process that orders what requests do to a row
// of a store which other processes reach as well: read it, have it renewed
// elsewhere, write it.
type ProcessLock struct {
	Object, Package string
	Site            effects.Pos // the lock's declaration
	Lock            Loc
	Read            Loc // of the row
	Renew           Loc // what is done with it
	Write           Loc // of the result, under the same key
	Confidence      Confidence
}

// How methods of stores are called.
var (
	readsRow  = regexp.MustCompile(`^(Get|Load|Find|Read|Fetch|Lookup)`)
	writesRow = regexp.MustCompile(`^(Put|Set|Save|Store|Update|Upsert|Write)`)
	ordersRow = regexp.MustCompile(`Lock|Compare|CAS|Swap|Lease|Transact|InTx`)
)

// ProcessLocks lists them.
func (v *View) ProcessLocks() []ProcessLock {
	var out []ProcessLock
	v.Calls(sdk.SyncLock, func(l Loc, _ sdk.Entry) {
		in := l.In()
		if l.Fn.Test || in.Op != effects.Call || in.Callee.Path != "sync" || in.Has(effects.Defer) || len(in.A) == 0 || !strings.HasSuffix(in.Callee.Name, ".Lock") {
			return
		}
		if len(v.Reached(l.Fn)) == 0 {
			return
		}
		p := ProcessLock{Lock: l, Package: l.Fn.Fn.Pkg}
		if p.Object, p.Site = v.lockName(l.Fn, in.A[0]); p.Object == "" || !v.guards(&p) {
			return
		}
		if !slices.ContainsFunc(out, func(o ProcessLock) bool { return o.Object == p.Object }) {
			out = append(out, p)
		}
	})
	return out
}

// lockName is the package variable or field that holds a lock.
func (v *View) lockName(f *link.Fn, val effects.Val) (string, effects.Pos) {
	if val.K == effects.Global {
		if g := v.Global(val.S); g != nil {
			return f.Pkg.Name + "." + g.Name, g.Pos
		}
		return "", effects.Pos{}
	}
	d := f.Def(val)
	if d == nil || d.Op != effects.Field || baseAlloc(f, val) >= 0 {
		return "", effects.Pos{}
	}
	pos, name := v.fieldPos(d.S)
	if !pos.IsValid() {
		return "", effects.Pos{}
	}
	return f.Pkg.Name + "." + name, pos
}

// guards finds what happens to a row while a lock is held.
func (v *View) guards(p *ProcessLock) bool {
	f, until := p.Lock.Fn, len(p.Lock.Fn.Code)
	held := p.Lock.In().A[0]
	for i := p.Lock.Instr + 1; i < len(f.Code); i++ {
		in := &f.Code[i]
		if in.Op != effects.Call || len(in.A) == 0 {
			continue
		}
		if in.Callee.Path == "sync" && strings.HasSuffix(in.Callee.Name, ".Unlock") && sameCell(f, in.A[0], held) && !in.Has(effects.Defer) && dominates(f, p.Lock.In().Blk, in.Blk) && len(f.Blocks[in.Blk].Guards) <= len(f.Blocks[p.Lock.In().Blk].Guards) {
			until = i
			break
		}
		if in.Has(effects.Invoke) && ordersRow.MatchString(in.S) {
			return false // the store orders it
		}
	}
	for g := p.Lock.Instr + 1; g < until; g++ {
		read := &f.Code[g]
		if !v.ofStore(read, readsRow) || read.Dst < 0 || !dominates(f, p.Lock.In().Blk, read.Blk) {
			continue
		}
		row := map[int32]bool{read.Dst: true}
		for w := g + 1; w < until; w++ {
			write := &f.Code[w]
			if !v.ofStore(write, writesRow) || !sameCell(f, write.A[0], read.A[0]) || !sharesKey(f, read, write) || !dominates(f, read.Blk, write.Blk) {
				continue
			}
			for r := g + 1; r < w; r++ {
				renew := &f.Code[r]
				if renew.Op != effects.Call || renew.Dst < 0 || renew.Has(effects.Go) || !v.leaves(f, r) || !uses(f, renew.A, row) || !uses(f, write.A[2:], map[int32]bool{renew.Dst: true}) {
					continue
				}
				p.Read, p.Renew, p.Write = Loc{f, g}, Loc{f, r}, Loc{f, w}
				p.Confidence = v.sharedStore(p.Write)
				return p.Confidence != ""
			}
		}
	}
	return false
}

// ofStore reports whether an instruction calls a method of an interface of the
// module whose name says what it does to a row.
func (v *View) ofStore(in *effects.Instr, name *regexp.Regexp) bool {
	if in.Op != effects.Call || !in.Has(effects.Invoke) || len(in.A) < 2 || !name.MatchString(in.S) {
		return false
	}
	dot := strings.LastIndexByte(in.Callee.Name, '.')
	return dot > 0 && v.Type(in.Callee.Path+"."+in.Callee.Name[:dot]) != nil
}

// leaves reports whether a call may leave the process: through an interface, a
// function value, or by code outside the program that does more than compute.
func (v *View) leaves(f *link.Fn, i int) bool {
	in := &f.Code[i]
	if v.records(in.Callee) || pure(in.Callee) || strings.HasPrefix(in.S, "builtin.") || in.Callee.Path == "errors" {
		return false
	}
	if in.Has(effects.Invoke) {
		return in.Callee.Path != "" && in.S != "Error"
	}
	if in.Has(effects.Dynamic) {
		return true
	}
	for _, e := range f.Out {
		if e.Instr == i && slices.ContainsFunc(e.To.Code, func(x effects.Instr) bool {
			return x.Op == effects.Call && (x.Callee.Path == "net/http" || x.Callee.Path == "golang.org/x/oauth2") && x.Callee.Name != "Error"
		}) {
			return true
		}
	}
	return in.Callee.Path == "net/http" || in.Callee.Path == "golang.org/x/oauth2"
}

// sameCell reports whether two operands are the same value, or loaded from the
// same field of the same value.
func sameCell(f *link.Fn, a, b effects.Val) bool {
	for range 4 {
		if a == b {
			return true
		}
		x, y := f.Def(a), f.Def(b)
		if x == nil || y == nil || x.Op != y.Op || x.S != y.S || len(x.A) == 0 || len(y.A) == 0 {
			return false
		}
		switch x.Op {
		case effects.Load, effects.Field, effects.FieldVal, effects.Convert:
			a, b = x.A[0], y.A[0]
		default:
			return false
		}
	}
	return false
}

// sharesKey reports whether two calls are given the same key: an argument that
// is no context.
func sharesKey(f *link.Fn, a, b *effects.Instr) bool {
	for i := 1; i < len(a.A) && i < len(b.A); i++ {
		if a.A[i].K != effects.Nil && sameCell(f, a.A[i], b.A[i]) && !isContext(f, a.A[i]) {
			return true
		}
	}
	return false
}

func isContext(f *link.Fn, val effects.Val) bool {
	if i, free, ok := f.Param(val); ok {
		return !free && f.Params[i].Type == "context.Context"
	}
	d := f.Def(val)
	return d != nil && (d.Type == "context.Context" || d.Callee.Path == "context")
}

// uses reports whether one of the operands depends on the registers, also by
// way of variables of the function.
func uses(f *link.Fn, vals []effects.Val, regs map[int32]bool) bool {
	seen := map[int32]bool{}
	var made func(val effects.Val, depth int) bool
	made = func(val effects.Val, depth int) bool {
		switch {
		case val.K != effects.Reg || depth > 12:
			return false
		case regs[val.I]:
			return true
		case seen[val.I]:
			return false
		}
		seen[val.I] = true
		d := f.Def(val)
		if d == nil {
			return false
		}
		if d.Op == effects.Alloc {
			for i := range f.Code {
				if in := &f.Code[i]; in.Op == effects.Store && baseAlloc(f, in.A[0]) == d.Dst && made(in.A[1], depth+1) {
					return true
				}
			}
		}
		return slices.ContainsFunc(d.A, func(a effects.Val) bool { return made(a, depth+1) })
	}
	return slices.ContainsFunc(vals, func(a effects.Val) bool { return made(a, 0) })
}

// sharedStore says how sure it is that other processes reach what a call of an
// interface writes to: an implementation talks to a shared store, or none is
// known because users of the library bring it.
func (v *View) sharedStore(l Loc) Confidence {
	known := false
	for _, e := range l.Fn.Out {
		if e.Instr != l.Instr {
			continue
		}
		known = true
		for i := range e.To.Code {
			c := e.To.Code[i].Callee
			dot := strings.IndexByte(c.Name, '.')
			if dot < 0 {
				continue
			}
			if _, ok := v.Tab.Role(c.Path, c.Name[:dot], c.Ver, sdk.StoreShared); ok {
				return Sure
			}
		}
	}
	if known {
		return ""
	}
	return Likely
}
