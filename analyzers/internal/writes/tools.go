// Package writes follows tools from their handlers to what they change, and
// decides whether calling a tool twice differs from calling it once.
package writes

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"regexp"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
)

// Limits of following one tool.
const (
	maxDepth    = 36
	maxFrames   = 6000
	maxContexts = 40 // ways in which one function is looked at
)

// Tool is one tool with what it does.
type Tool struct {
	Root    *link.Root
	Def     link.Def
	Name    string
	Word    Word // what its name says
	Desc    Word // what its description says
	Effects []*Effect
	Keyed   string // what makes a repetition recognisable, "" if nothing does
}

// Tools lists the tools of the module with their effects.
func Tools(v *view.View) []*Tool {
	return view.Once(v, "writes.tools", func() []*Tool {
		w := &walker{v: v, accesses: map[*link.Fn][]*link.Access{}, keys: map[*link.Fn]keyState{}}
		for _, st := range v.StateObjects() {
			switch v.Judge(st).Nature {
			case view.Harmless, view.Memo, view.Handshake, view.Live, view.Bus:
				continue
			}
			for _, a := range st.Writes {
				w.accesses[a.Fn] = append(w.accesses[a.Fn], a)
			}
		}
		var out []*Tool
		for _, h := range w.allHandlers() {
			d := h.def
			d.Desc = w.describes(d)
			t := &Tool{Root: h.root, Def: d, Name: d.Name, Word: NameWord(d.Name), Desc: DescWord(d.Desc)}
			w.tool(t, h.start)
			out = append(out, t)
		}
		infrastructure(out)
		return out
	})
}

// describes is a tool's description, as far as it is constant.
func (w *walker) describes(d link.Def) string {
	best := ""
	for _, it := range d.Text {
		for _, s := range w.texts(&frame{fn: it.Fn}, it.Val) {
			if len(s) > len(best) && s != "*" {
				best = s
			}
		}
	}
	if best == "" && len(d.Text) == 0 {
		return d.Desc
	}
	return best
}

// infrastructure drops what tools that only read do as well: logins, usage
// reports, caches.
func infrastructure(tools []*Tool) {
	readers := map[string]int{}
	for _, t := range tools {
		if t.Word != ReadWord {
			continue
		}
		for _, e := range t.Effects {
			readers[e.key()]++
		}
	}
	for _, t := range tools {
		t.Effects = slices.DeleteFunc(t.Effects, func(e *Effect) bool {
			n := readers[e.key()]
			if t.Word == ReadWord {
				n--
			}
			return n >= 2 || n == 1 && !e.Hard
		})
	}
}

type walker struct {
	v        *view.View
	accesses map[*link.Fn][]*link.Access
	keys     map[*link.Fn]keyState
	frames   int
	contexts map[*link.Fn]map[uint64]bool
}

type keyState uint8

const (
	keyUnknown keyState = iota
	keyNo
	keyYes
)

// tool follows one tool.
func (w *walker) tool(t *Tool, start []*link.Fn) {
	w.frames = 0
	w.contexts = map[*link.Fn]map[uint64]bool{}
	seen := map[string]bool{}
	var queue []*frame
	for _, f := range start {
		queue = append(queue, &frame{fn: f})
	}
	for len(queue) > 0 && w.frames < maxFrames {
		fr := queue[0]
		queue = queue[1:]
		w.frames++
		for i := range fr.fn.Code {
			in := &fr.fn.Code[i]
			if in.Op != effects.Call {
				continue
			}
			if e := w.call(fr, i); e != nil && e.Word > ReadWord {
				if w.checked(fr, i) && e.Word == AgainWord {
					e.Word = SetWord
				}
				if k := e.key(); !seen[k] {
					seen[k] = true
					t.Effects = append(t.Effects, e)
				}
			}
			for _, e := range w.edgesAt(fr, i) {
				if fr.has(e.To) || fr.depth >= maxDepth || e.To.Test {
					continue
				}
				next := fr.push(e)
				if w.visit(next) {
					queue = append(queue, next)
				}
			}
		}
		for _, a := range w.accesses[fr.fn] {
			if e := w.memory(fr, a); e != nil {
				if k := e.key(); !seen[k] {
					seen[k] = true
					t.Effects = append(t.Effects, e)
				}
			}
		}
		if t.Keyed == "" && w.readsKey(fr.fn) {
			t.Keyed = "an idempotency key"
		}
	}
	for _, a := range t.Def.Args {
		if keyArg.MatchString(a) {
			t.Keyed = a
		}
	}
	slices.SortStableFunc(t.Effects, func(a, b *Effect) int {
		return cmp.Or(b.rank()-a.rank(), a.frame.depth-b.frame.depth, cmp.Compare(a.Pos().String(), b.Pos().String()))
	})
}

// rank orders effects by how much they tell.
func (e *Effect) rank() int {
	n := 0
	if e.Word == AgainWord {
		n += 100
	}
	if e.Hard {
		n += 50
	}
	switch e.Stake {
	case "money":
		n += 9
	case "deletion", "deployment":
		n += 7
	case "message":
		n += 8
	}
	if e.Fn.Main() {
		n += 3
	}
	switch e.Kind {
	case Memory:
		n -= 30
	case Process:
		n -= 10
	}
	return n
}

// visit reports whether a call is looked at for the first time with what it is
// given.
func (w *walker) visit(fr *frame) bool {
	h := fnv.New64a()
	for i, p := range fr.fn.Params {
		v := effects.Val{K: effects.Reg, I: int32(i)}
		switch {
		case p.Type == "string":
			for _, s := range w.texts(fr, v) {
				fmt.Fprintf(h, "%d=%s;", i, s)
			}
		case p.Ptr && !strings.HasPrefix(p.Type, "context."):
			f2, x := w.resolve(fr, v)
			obs := w.v.Objects(f2.fn, x)
			if len(obs) <= 6 {
				for _, o := range obs {
					fmt.Fprintf(h, "%d@%d;", i, o.ID())
				}
			}
		}
	}
	m := w.contexts[fr.fn]
	if m == nil {
		m = map[uint64]bool{}
		w.contexts[fr.fn] = m
	}
	k := h.Sum64()
	if m[k] || len(m) >= maxContexts {
		return false
	}
	m[k] = true
	return true
}

// memory classifies a change of memory that outlives the call.
func (w *walker) memory(fr *frame, a *link.Access) *Effect {
	e := &Effect{Fn: fr.fn, Instr: a.Instr, Kind: Memory, Word: SetWord, Hard: true, Stake: "data", State: a.State, frame: fr}
	in := a.In()
	name := a.State.Object
	switch {
	case in.Op == effects.Send:
		return nil
	case a.Kind == link.Update && in.Op == effects.Store:
		d := fr.fn.Def(in.A[1])
		if d != nil && d.Op == effects.Append {
			e.Word, e.What = AgainWord, "appends to "+name
		} else {
			e.Word, e.What = AgainWord, "counts up "+name
		}
	case a.Kind == link.Update && a.Role == sdk.CellAdd:
		e.Word, e.What = AgainWord, "counts up "+name
	case a.Kind == link.Write && a.Key.K != effects.None && a.Depth == 0:
		e.What = "sets an entry of " + name
		if w.minted(fr, a.Key) {
			e.Word, e.What = AgainWord, "adds an entry to "+name
		} else if d := fr.fn.Def(a.Val); d != nil && d.Op == effects.Append {
			e.Word, e.What = AgainWord, "appends to an entry of "+name
		}
	case a.Kind == link.Delete:
		e.Word, e.What = DeleteWord, "deletes from "+name
	default:
		e.What = "sets " + name
	}
	if e.Word == AgainWord && w.checked(fr, a.Instr) {
		e.Word = SetWord
	}
	return e
}

// minted reports whether a key is new on every call.
func (w *walker) minted(fr *frame, v effects.Val) bool {
	f2, v2 := w.resolve(fr, v)
	yes := false
	for _, o := range w.v.Origins(f2.fn, v2) {
		switch {
		case o.Kind == link.OTable && (o.Entry.Role == sdk.OriginID || o.Entry.Role == sdk.OriginRandom || o.Entry.Role == sdk.OriginClock):
			yes = true
		case o.Kind == link.OCount:
			yes = true
		case o.Kind == link.OArg, o.Kind == link.OTable && o.Entry.Role == sdk.OriginArg:
			return false
		}
	}
	return yes
}

var (
	keyArg    = regexp.MustCompile(`(?i)^(idempotency[-_ ]?(key|token|id)|idem_?key|client_?token|client_?request_?(id|token)|request_?id|dedupe?(lication)?_?(key|id|token)|nonce|transaction_?id)$`)
	keyHeader = regexp.MustCompile(`(?i)^(x-)?idempotency-key$|^idempotency$|^if-(none-)?match$|^x-request-idempotency|^stripe-idempotency|^x-client-token$`)
)

// readsKey reports whether a function reads an argument that tells
// repetitions apart.
func (w *walker) readsKey(f *link.Fn) bool {
	for i := range f.Code {
		in := &f.Code[i]
		switch in.Op {
		case effects.Field, effects.FieldVal:
			name := in.S[strings.LastIndexByte(in.S, '.')+1:]
			if keyArg.MatchString(name) && !strings.EqualFold(name, "requestid") && !strings.EqualFold(name, "transactionid") {
				return true
			}
		case effects.MapGet:
			if len(in.A) > 1 && in.A[1].K == effects.Const && keyArg.MatchString(in.A[1].S) {
				return true
			}
		case effects.Call:
			for _, e := range w.v.Entries(in.Callee) {
				if e.Role != sdk.OriginArg {
					continue
				}
				if v, ok := attr(in, e, "name"); ok && v.K == effects.Const && keyArg.MatchString(v.S) {
					return true
				}
			}
		}
	}
	return w.setsKey(f)
}

// setsKey reports whether a function sends a header by which a service
// recognises repetitions.
func (w *walker) setsKey(f *link.Fn) bool {
	f = f.Orig()
	if k := w.keys[f]; k != keyUnknown {
		return k == keyYes
	}
	w.keys[f] = keyNo
	for i := range f.Code {
		in := &f.Code[i]
		if in.Op == effects.Call && strings.Contains(in.Callee.Name, "IdempotencyKey") {
			w.keys[f] = keyYes
			return true
		}
		if in.Op != effects.Call && in.Op != effects.MapSet {
			continue
		}
		for _, a := range in.A {
			if a.K == effects.Const && a.I == 1 && keyHeader.MatchString(a.S) {
				w.keys[f] = keyYes
				return true
			}
		}
	}
	return false
}

// checked reports whether an effect happens only if a look-up before found
// nothing: then a repetition finds what the first call made.
func (w *walker) checked(fr *frame, instr int) bool {
	for x, i := fr, instr; x != nil; x = x.up {
		for _, g := range x.fn.Blocks[x.fn.Code[i].Blk].Guards {
			if w.absent(x.fn, g.Cond, !g.Neg, 0) {
				return true
			}
		}
		if x.edge == nil {
			break
		}
		i = x.edge.Instr
	}
	return false
}

// absent reports whether a condition that holds says that something was not
// found.
func (w *walker) absent(f *link.Fn, c effects.Val, holds bool, depth int) bool {
	d := f.Def(c)
	if d == nil || depth > 5 {
		return false
	}
	switch d.Op {
	case effects.Un:
		if d.S == "!" {
			return w.absent(f, d.A[0], !holds, depth+1)
		}
	case effects.Extract:
		src := f.Def(d.A[0])
		if src == nil {
			return false
		}
		switch src.Op {
		case effects.MapGet:
			return d.I == 1 && !holds
		case effects.Call:
			if d.Type == "bool" {
				return !holds && w.lookup(src)
			}
		}
	case effects.Call:
		m := strings.ToLower(method(d.Callee))
		switch {
		case strings.Contains(m, "notfound") || strings.Contains(m, "notexist"):
			return holds
		case d.Callee.Path == "errors" && m == "is" && len(d.A) == 2:
			if l := f.Def(d.A[1]); l != nil && l.Op == effects.Load {
				n := strings.ToLower(l.A[0].S)
				return holds && (strings.Contains(n, "notfound") || strings.Contains(n, "notexist") || strings.Contains(n, "norows"))
			}
		case strings.Contains(m, "exist") || strings.HasPrefix(m, "has") || strings.HasPrefix(m, "contains"):
			return !holds && d.Callee.Path != "strings" && d.Callee.Path != "slices"
		}
	case effects.Bin:
		if d.S != "==" && d.S != "!=" && d.S != ">" {
			return false
		}
		eq := (d.S == "==") == holds
		if l := f.Def(d.A[0]); l != nil && l.Op == effects.Len && d.A[1].S == "0" {
			src := f.Def(l.A[0])
			for k := 0; src != nil && k < 4 && (src.Op == effects.Extract || src.Op == effects.Load || src.Op == effects.Field || src.Op == effects.FieldVal); k++ {
				src = f.Def(src.A[0])
			}
			if src == nil || src.Op != effects.Call || !w.lookup(src) {
				return false
			}
			return d.S == ">" && !holds || d.S != ">" && eq
		}
		if d.A[1].K != effects.Nil {
			return false
		}
		x := f.Def(d.A[0])
		if x == nil {
			return false
		}
		if x.Op == effects.MapGet {
			return eq
		}
		var src *effects.Instr
		res := int32(0)
		if x.Op == effects.Extract {
			src, res = f.Def(x.A[0]), x.I
		} else {
			src = x
		}
		if src == nil || src.Op != effects.Call || !w.lookup(src) {
			return false
		}
		_ = res
		if x.Type == "error" {
			return !eq // the look-up failed
		}
		return eq // it returned nothing
	}
	return false
}

// lookup reports whether a call looks something up by name.
func (w *walker) lookup(in *effects.Instr) bool {
	words := Split(method(in.Callee))
	if len(words) == 0 {
		return false
	}
	switch words[0] {
	case "get", "find", "lookup", "look", "exists", "has", "search", "list", "load", "read", "fetch", "query", "contains", "stat", "check", "resolve":
		return true
	}
	return false
}
