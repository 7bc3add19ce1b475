package writes

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
)

// A frame is one call on the way from a tool's handler. Values are looked up
// along it, so that what one tool hands to a shared helper is not mixed up
// with what others hand to it.
type frame struct {
	fn    *link.Fn
	edge  *link.Edge // nil for the handler itself
	up    *frame
	depth int
}

func (fr *frame) push(e *link.Edge) *frame {
	return &frame{fn: e.To, edge: e, up: fr, depth: fr.depth + 1}
}

// of is the frame of a function on the way here, or one without callers.
func (fr *frame) of(f *link.Fn) *frame {
	for x := fr; x != nil; x = x.up {
		if x.fn == f {
			return x
		}
	}
	return &frame{fn: f, depth: fr.depth}
}

func (fr *frame) has(f *link.Fn) bool {
	for x := fr; x != nil; x = x.up {
		if x.fn == f {
			return true
		}
	}
	return false
}

// steps is the chain of calls from the handler.
func (fr *frame) steps() []link.Step {
	var out []link.Step
	for x := fr; x != nil; x = x.up {
		out = append(out, link.Step{Edge: x.edge, Fn: x.fn})
	}
	slices.Reverse(out)
	return out
}

// resolve follows a value that is a parameter or a captured variable to what
// the caller or the maker of the closure gives for it.
func (w *walker) resolve(fr *frame, v effects.Val) (*frame, effects.Val) {
	for range 40 {
		i, free, ok := fr.fn.Param(v)
		if !ok {
			d := fr.fn.Def(v)
			if d != nil && (d.Op == effects.Convert && d.S != "assert" || d.Op == effects.Copy && len(d.A) == 1) {
				v = d.A[0]
				continue
			}
			return fr, v
		}
		if free {
			found := false
			for _, b := range w.v.BoundAt(fr.fn) {
				if i < len(b.Binds) && fr.has(b.Fn) {
					fr, v, found = fr.of(b.Fn), b.Binds[i], true
					break
				}
			}
			if !found {
				return fr, v
			}
			continue
		}
		if fr.up == nil || fr.edge == nil {
			return fr, v
		}
		args := fr.edge.Args()
		if i >= len(args) {
			return fr, v
		}
		fr, v = fr.up, args[i]
	}
	return fr, v
}

// base resolves the address of a struct. A struct given by value is a copy of
// what the caller has: its fields are looked up there.
func (w *walker) base(fr *frame, v effects.Val) (*frame, effects.Val) {
	for range 12 {
		fr, v = w.resolve(fr, v)
		d := fr.fn.Def(v)
		if d == nil {
			return fr, v
		}
		switch d.Op {
		case effects.Load: // of a whole struct
			if !d.Has(effects.Struct) {
				return fr, v
			}
			v = d.A[0]
			continue
		case effects.Alloc:
			var whole *effects.Instr
			for i := range fr.fn.Code {
				in := &fr.fn.Code[i]
				if in.Op == effects.Store && in.A[0] == v {
					if whole != nil {
						return fr, v
					}
					whole = in
				}
			}
			if whole == nil {
				return fr, v
			}
			if _, _, ok := fr.fn.Param(whole.A[1]); !ok {
				return fr, v
			}
			f2, x := w.resolve(fr, whole.A[1])
			if f2 == fr {
				return fr, v
			}
			fr, v = f2, x
			continue
		}
		return fr, v
	}
	return fr, v
}

// storeKey names a question about memory: the answers do not depend on the way.
type storeKey struct {
	fn    *link.Fn
	v     effects.Val
	field string
}

func (w *walker) remember(k storeKey, f func() []link.Stored) []link.Stored {
	if s, ok := w.stored[k]; ok {
		return s
	}
	s := f()
	w.stored[k] = s
	return s
}

func (w *walker) storesAt(f *link.Fn, v effects.Val) []link.Stored {
	return w.remember(storeKey{f, v, "@"}, func() []link.Stored { return w.v.StoresAt(f, v) })
}

func (w *walker) elemStores(f *link.Fn, v effects.Val) []link.Stored {
	return w.remember(storeKey{f, v, "[]"}, func() []link.Stored { return w.v.ElemStores(f, v) })
}

func (w *walker) fieldStores(f *link.Fn, v effects.Val, field string) []link.Stored {
	return w.remember(storeKey{f, v, field}, func() []link.Stored { return w.v.FieldStores(f, v, field) })
}

const (
	maxTexts = 12
	maxText  = 2000
)

// texts lists what a string can be; "*" stands for what is not known.
func (w *walker) texts(fr *frame, v effects.Val) []string {
	t := &texter{w: w, seen: map[seenVal]bool{}}
	out := t.texts(fr, v, 0)
	sort.Strings(out)
	return slices.Compact(out)
}

type seenVal struct {
	fn *link.Fn
	v  effects.Val
}

type texter struct {
	w     *walker
	seen  map[seenVal]bool
	steps int
}

var unknown = []string{"*"}

func union(a, b []string) []string {
	for _, s := range b {
		if len(a) >= maxTexts {
			break
		}
		if !slices.Contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}

func product(a, b []string) []string {
	var out []string
	for _, x := range a {
		for _, y := range b {
			if len(out) >= maxTexts {
				return out
			}
			s := x + y
			if len(s) > maxText {
				s = s[:maxText]
			}
			out = append(out, strings.ReplaceAll(s, "**", "*"))
		}
	}
	return out
}

func (t *texter) texts(fr *frame, v effects.Val, depth int) []string {
	t.steps++
	if t.steps > 1500 || depth > 30 {
		return unknown
	}
	switch v.K {
	case effects.Const:
		if v.I == 1 {
			return []string{v.S}
		}
		return []string{v.S}
	case effects.Nil:
		return []string{""}
	case effects.Reg:
	default:
		return unknown
	}
	fr, v = t.w.resolve(fr, v)
	if v.K != effects.Reg {
		return t.texts(fr, v, depth+1)
	}
	k := seenVal{fr.fn, v}
	if t.seen[k] {
		return nil
	}
	t.seen[k] = true
	defer delete(t.seen, k)
	if _, _, ok := fr.fn.Param(v); ok {
		if fr.edge != nil || fr.up != nil {
			return unknown
		}
		// A function reached by memory, not along the calls: whatever anybody
		// hands to it.
		s := t.w.v.Strings(fr.fn, v)
		if len(s) == 0 || len(s) > maxTexts {
			return unknown
		}
		return s
	}
	d := fr.fn.Def(v)
	if d == nil {
		return unknown
	}
	return t.def(fr, fr.fn.Index(v), d, 0, depth+1)
}

func (t *texter) each(fr *frame, vals []effects.Val, depth int) []string {
	var out []string
	for _, a := range vals {
		out = union(out, t.texts(fr, a, depth))
	}
	if len(out) == 0 {
		return unknown
	}
	return out
}

func (t *texter) stores(fr *frame, st []link.Stored, depth int) []string {
	if len(st) == 0 || len(st) > 24 {
		return unknown
	}
	var out []string
	for _, s := range st {
		out = union(out, t.texts(fr.of(s.Fn), s.Val, depth))
	}
	return out
}

func (t *texter) def(fr *frame, i int, d *effects.Instr, res int32, depth int) []string {
	switch d.Op {
	case effects.Copy:
		return t.each(fr, d.A, depth)
	case effects.Convert:
		return t.texts(fr, d.A[0], depth)
	case effects.Bin:
		if d.S == "+" {
			return product(t.texts(fr, d.A[0], depth), t.texts(fr, d.A[1], depth))
		}
	case effects.Append:
		return product(t.texts(fr, d.A[0], depth), t.texts(fr, d.A[1], depth))
	case effects.Extract:
		if src := fr.fn.Def(d.A[0]); src != nil {
			return t.def(fr, fr.fn.Index(d.A[0]), src, d.I, depth)
		}
	case effects.Load:
		return t.load(fr, d, depth)
	case effects.FieldVal:
		return t.field(fr, d.A[0], d.S, depth)
	case effects.Alloc, effects.MakeSlice:
		if strings.HasPrefix(d.Type, "[") { // a literal of several pieces
			var out []string
			for _, s := range t.w.elemStores(fr.fn, effects.Val{K: effects.Reg, I: d.Dst}) {
				x := t.texts(fr.of(s.Fn), s.Val, depth)
				if out == nil {
					out = x
				} else {
					out = product(out, product([]string{" "}, x))
				}
			}
			if out != nil {
				return out
			}
		}
		return t.stores(fr, t.w.storesAt(fr.fn, effects.Val{K: effects.Reg, I: d.Dst}), depth)
	case effects.MapGet, effects.IndexVal:
		return t.stores(fr, t.w.elemStores(fr.fn, d.A[0]), depth)
	case effects.Call:
		return t.call(fr, i, d, res, depth)
	}
	return unknown
}

// field is what a field of a struct can be. What the SDK fills in for a handler
// nobody stores.
func (t *texter) field(fr *frame, v effects.Val, field string, depth int) []string {
	f2, base := t.w.base(fr, v)
	out := t.stores(f2, t.w.fieldStores(f2.fn, base, field), depth)
	if f2.up == nil && f2.edge == nil && filled(f2.fn, base) {
		out = union(out, unknown)
	}
	return out
}

// filled reports whether a struct is a parameter, or a copy of one. A receiver
// is none: the program makes it.
func filled(f *link.Fn, base effects.Val) bool {
	given := func(v effects.Val) bool {
		i, free, ok := f.Param(v)
		return ok && !free && (i > 0 || !f.Recv)
	}
	return given(base) || slices.ContainsFunc(f.Code, func(in effects.Instr) bool {
		return in.Op == effects.Store && in.A[0] == base && given(in.A[1])
	})
}

func (t *texter) load(fr *frame, d *effects.Instr, depth int) []string {
	a := fr.fn.Def(d.A[0])
	if a != nil && a.Op == effects.Field {
		return t.field(fr, a.A[0], a.S, depth)
	}
	if a != nil && a.Op == effects.Index {
		return t.stores(fr, t.w.elemStores(fr.fn, a.A[0]), depth)
	}
	f2, addr := t.w.resolve(fr, d.A[0])
	return t.stores(f2, t.w.storesAt(f2.fn, addr), depth)
}

func (t *texter) call(fr *frame, i int, d *effects.Instr, res int32, depth int) []string {
	var out []string
	body := false
	for _, e := range t.w.edgesAt(fr, i) {
		if e.Kind == link.Callback || fr.has(e.To) {
			continue
		}
		body = true
		f2 := fr.push(e)
		for j := range e.To.Code {
			if r := &e.To.Code[j]; r.Op == effects.Return && int(res) < len(r.A) && !t.w.dead(f2, r.Blk) {
				out = union(out, t.texts(f2, r.A[res], depth))
			}
		}
	}
	if body {
		if len(out) == 0 {
			return unknown
		}
		return out
	}
	switch d.Callee.Path {
	case "fmt":
		switch d.Callee.Name {
		case "Sprintf", "Errorf":
			return t.format(fr, d, 0, depth)
		case "Sprint", "Sprintln":
			return t.each(fr, d.A, depth)
		}
	case "strings":
		switch {
		case d.Callee.Name == "Join" && len(d.A) == 2:
			return t.texts(fr, d.A[0], depth)
		case d.Callee.Name == "Builder.String":
			return t.built(fr, d, depth)
		case len(d.A) > 0 && strings.HasPrefix(d.Callee.Name, "To"):
			s := slices.Clone(t.texts(fr, d.A[0], depth))
			for i := range s {
				if d.Callee.Name == "ToUpper" {
					s[i] = strings.ToUpper(s[i])
				} else if d.Callee.Name == "ToLower" {
					s[i] = strings.ToLower(s[i])
				}
			}
			return s
		case len(d.A) > 0:
			return t.texts(fr, d.A[0], depth)
		}
	case "net/url":
		switch {
		case d.Callee.Name == "JoinPath", d.Callee.Name == "URL.JoinPath":
			out := t.texts(fr, d.A[0], depth)
			for _, a := range d.A[1:] {
				out = product(out, product([]string{"/"}, t.texts(fr, a, depth)))
			}
			return out
		case d.Callee.Name == "Parse" || d.Callee.Name == "URL.Parse" || d.Callee.Name == "URL.String" || d.Callee.Name == "URL.ResolveReference":
			out := t.texts(fr, d.A[0], depth)
			for _, a := range d.A[1:] {
				out = product(out, t.texts(fr, a, depth))
			}
			if len(out) == 1 && out[0] == "*" && d.Callee.Name == "URL.String" {
				return t.urlPath(fr, d.A[0], depth)
			}
			return out
		}
	case "path", "path/filepath":
		if d.Callee.Name == "Join" {
			s := slices.Clone(t.texts(fr, d.A[0], depth))
			for i := range s {
				s[i] = strings.ReplaceAll(s[i], " ", "/")
			}
			return s
		}
	}
	return unknown
}

// urlPath is the path that is set in a URL value.
func (t *texter) urlPath(fr *frame, v effects.Val, depth int) []string {
	f2, base := t.w.resolve(fr, v)
	return t.stores(f2, t.w.fieldStores(f2.fn, base, "net/url.URL.Path"), depth)
}

// format fills the arguments into a format.
func (t *texter) format(fr *frame, d *effects.Instr, k, depth int) []string {
	if k >= len(d.A) {
		return unknown
	}
	formats := t.texts(fr, d.A[k], depth)
	var args [][]string
	if k+1 < len(d.A) {
		type elem struct {
			i int
			s []string
		}
		var elems []elem
		if def := fr.fn.Def(d.A[k+1]); def != nil {
			base := d.A[k+1]
			if def.Op == effects.Copy && len(def.A) == 1 {
				base = def.A[0]
			}
			for j := range fr.fn.Code {
				in := &fr.fn.Code[j]
				if in.Op != effects.Store {
					continue
				}
				a := fr.fn.Def(in.A[0])
				if a != nil && a.Op == effects.Index && a.A[0] == base {
					n, _ := strconv.Atoi(a.A[1].S)
					elems = append(elems, elem{n, t.texts(fr, in.A[1], depth)})
				}
			}
		}
		sort.Slice(elems, func(a, b int) bool { return elems[a].i < elems[b].i })
		for _, e := range elems {
			args = append(args, e.s)
		}
	}
	var out []string
	for _, f := range formats {
		cur := []string{""}
		n := 0
		for f != "" {
			i := strings.IndexByte(f, '%')
			if i < 0 || i+1 >= len(f) {
				cur = product(cur, []string{f})
				break
			}
			cur = product(cur, []string{f[:i]})
			j := i + 1
			for j < len(f) && strings.IndexByte("0123456789.+-# []*", f[j]) >= 0 {
				j++
			}
			if j < len(f) && f[j] == '%' {
				cur = product(cur, []string{"%"})
			} else {
				a := unknown
				if n < len(args) && len(args[n]) > 0 {
					a = args[n]
				}
				n++
				cur = product(cur, a)
			}
			if j+1 > len(f) {
				break
			}
			f = f[j+1:]
		}
		out = union(out, cur)
	}
	return out
}

// built is what a function writes to a builder, in order of the code.
func (t *texter) built(fr *frame, d *effects.Instr, depth int) []string {
	out := []string{""}
	for i := range fr.fn.Code {
		in := &fr.fn.Code[i]
		if in == d {
			break
		}
		if in.Op != effects.Call || len(in.A) < 2 {
			continue
		}
		switch {
		case in.Callee.Path == "strings" && strings.HasPrefix(in.Callee.Name, "Builder.Write") && in.A[0] == d.A[0]:
			out = product(out, t.texts(fr, in.A[1], depth))
		case in.Callee.Path == "fmt" && in.Callee.Name == "Fprintf":
			if c := fr.fn.Def(in.A[0]); c != nil && c.Op == effects.Convert && c.A[0] == d.A[0] {
				out = product(out, t.format(fr, in, 1, depth))
			}
		}
	}
	if len(out) == 1 && out[0] == "" {
		return unknown
	}
	return out
}

// edgesAt lists the calls of one instruction that this way can take: where a
// function or a receiver is a parameter, only what the caller handed over.
func (w *walker) edgesAt(fr *frame, instr int) []*link.Edge {
	var out []*link.Edge
	in := &fr.fn.Code[instr]
	for _, e := range fr.fn.Out {
		if e.Instr == instr {
			out = append(out, e)
		}
	}
	if len(in.A) == 0 {
		return out
	}
	keep := func(ok func(e *link.Edge) bool) {
		var kept []*link.Edge
		for _, e := range out {
			if ok(e) {
				kept = append(kept, e)
			}
		}
		if len(kept) > 0 {
			out = kept
		}
	}
	switch {
	case in.Has(effects.Dynamic):
		if f2, v := w.resolve(fr, in.A[0]); f2 != fr {
			fns := w.funcs(f2, v)
			if len(fns) > 0 {
				keep(func(e *link.Edge) bool { return slices.Contains(fns, e.To) })
			}
		}
	case in.Has(effects.Invoke):
		if f2, v := w.resolve(fr, in.A[0]); f2 != fr || v != in.A[0] {
			types := map[string]bool{}
			for _, o := range w.v.Objects(f2.fn, v) {
				types[strings.TrimLeft(o.Type, "*")] = true
			}
			keep(func(e *link.Edge) bool {
				return e.Kind == link.Callback || len(e.To.Params) > 0 && types[strings.TrimLeft(e.To.Params[0].Type, "*")]
			})
		}
		keep(func(e *link.Edge) bool { return e.Kind < link.Guess })
	}
	// Functions handed to outside code: only those of this way, and only where
	// that code may call them.
	return slices.DeleteFunc(out, func(e *link.Edge) bool {
		if e.Kind != link.Callback {
			return e.Tool // through a dispatcher each tool would do what all others do
		}
		if !callsBack(in.Callee) {
			return true
		}
		for _, a := range in.A {
			if f2, v := w.resolve(fr, a); slices.Contains(w.funcs(f2, v), e.To) {
				return false
			}
		}
		return true
	})
}

// callsBack reports whether outside code may call functions that it is handed.
func callsBack(s effects.Sym) bool {
	switch s.Path {
	case "fmt", "errors", "log", "log/slog", "strings", "bytes", "context", "encoding/json", "encoding/xml", "encoding/gob":
		return false
	case "reflect":
		return s.Name == "Value.Call" || s.Name == "Value.CallSlice"
	}
	return true
}

// funcs lists the functions that a value can be on this way.
func (w *walker) funcs(fr *frame, v effects.Val) []*link.Fn {
	if d := fr.fn.Def(v); d != nil && d.Op == effects.Closure {
		for _, f := range w.v.FuncsOf(fr.fn, v) {
			return []*link.Fn{f}
		}
	}
	return w.v.FuncsOf(fr.fn, v)
}

// dead reports whether a block cannot run on this way: a condition before it
// compares a constant argument with another constant.
func (w *walker) dead(fr *frame, blk int32) bool {
	for _, g := range fr.fn.Blocks[blk].Guards {
		d := fr.fn.Def(g.Cond)
		if d == nil || d.Op != effects.Bin || d.S != "==" && d.S != "!=" {
			continue
		}
		for k := range 2 {
			c := d.A[1-k]
			if c.K != effects.Const || c.I != 1 {
				continue
			}
			_, v := w.resolve(fr, d.A[k])
			if v.K != effects.Const || v.I != 1 {
				continue
			}
			holds := (v.S == c.S) == (d.S == "==")
			if holds == g.Neg {
				return true
			}
		}
	}
	return false
}

// maker is a call of outside code whose result a value is.
type maker struct {
	fr *frame
	i  int
	in *effects.Instr
}

// makers lists the calls of outside code that a value comes from.
func (w *walker) makers(fr *frame, v effects.Val) []maker {
	var out []maker
	type at struct {
		fr *frame
		v  effects.Val
	}
	seen := map[at]bool{}
	var walk func(fr *frame, v effects.Val, depth int)
	var def func(fr *frame, i int, d *effects.Instr, res int32, depth int)
	def = func(fr *frame, i int, d *effects.Instr, res int32, depth int) {
		switch d.Op {
		case effects.Copy, effects.Convert:
			for _, a := range d.A {
				walk(fr, a, depth+1)
			}
		case effects.Extract:
			if src := fr.fn.Def(d.A[0]); src != nil {
				def(fr, fr.fn.Index(d.A[0]), src, d.I, depth+1)
			}
		case effects.Load:
			for _, s := range w.storesAt(fr.fn, d.A[0]) {
				walk(fr.of(s.Fn), s.Val, depth+1)
			}
		case effects.Call:
			body := false
			for _, e := range w.edgesAt(fr, i) {
				if e.Kind == link.Callback || fr.has(e.To) {
					continue
				}
				body = true
				f2 := fr.push(e)
				for j := range e.To.Code {
					if r := &e.To.Code[j]; r.Op == effects.Return && int(res) < len(r.A) && !w.dead(f2, r.Blk) {
						walk(f2, r.A[res], depth+1)
					}
				}
			}
			if !body {
				out = append(out, maker{fr, i, d})
				// Builders return what they were called on.
				if strings.Contains(d.Callee.Name, ".") && len(d.A) > 0 && strings.TrimLeft(w.v.RegType(fr.fn, d.A[0]), "*") == strings.TrimLeft(resultType(d.Type, res), "*") {
					walk(fr, d.A[0], depth+1)
				}
			}
		}
	}
	walk = func(fr *frame, v effects.Val, depth int) {
		if depth > 25 || len(out) > 30 || len(seen) > 400 {
			return
		}
		fr, v = w.resolve(fr, v)
		k := at{fr, v}
		if v.K != effects.Reg || seen[k] {
			return
		}
		seen[k] = true
		if d := fr.fn.Def(v); d != nil {
			def(fr, fr.fn.Index(v), d, 0, depth)
		}
	}
	walk(fr, v, 0)
	return out
}

func resultType(t string, res int32) string {
	if !strings.HasPrefix(t, "(") {
		return t
	}
	parts := strings.Split(strings.Trim(t, "()"), ",")
	if int(res) < len(parts) {
		return parts[res]
	}
	return ""
}
