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
	Asks    []*Effect // statements and requests that only ask, as far as they tell
	Keyed   string    // what makes a repetition recognisable, "" if nothing does
	Early   []*Early  // what it does before it asks the client for input
	Drops   []*Drop   // where writes lose the context of the request
	shared  bool      // registered in one place with others
}

// Tools lists the tools of the module with their effects.
func Tools(v *view.View) []*Tool {
	return view.Once(v, "writes.tools", func() []*Tool {
		w := &walker{v: v, accesses: map[*link.Fn][]*link.Access{}, keys: map[*link.Fn]keyState{}, leads: map[*link.Fn]bool{}, stored: map[storeKey][]link.Stored{}}
		for _, st := range v.StateObjects() {
			switch v.Judge(st).Nature {
			case view.Harmless, view.Memo, view.Handshake, view.Live, view.Bus:
				continue
			}
			for _, a := range st.Writes {
				w.accesses[a.Fn] = append(w.accesses[a.Fn], a)
			}
		}
		w.handles()
		w.relevant()
		asks := w.asksIn()
		var out []*Tool
		var starts [][]*link.Fn
		for _, h := range w.allHandlers() {
			d := h.def
			t := &Tool{Root: h.root, Name: d.Name, Word: NameWord(d.Name), shared: h.shared}
			d.Desc, t.Desc = w.describes(h.frame, d, t.Word)
			t.Def = d
			w.tool(t, h.start)
			out, starts = append(out, t), append(starts, h.start)
		}
		for _, t := range out {
			w.byHand(t)
			t.temporary()
		}
		infrastructure(out)
		around := w.around()
		for i, t := range out {
			t.Early = w.early(t, starts[i], asks)
			t.Drops = w.drops(t)
			if around != nil {
				t.behind(w, around)
			}
		}
		return out
	})
}

// byHand recognises an upsert that is written as an INSERT and an UPDATE of
// one table on two branches, or as a DELETE, of what there is, and an INSERT.
func (w *walker) byHand(t *Tool) {
	for _, e := range t.Effects {
		if e.Kind != SQL || e.Word != AgainWord || e.Table == "" {
			continue
		}
		for _, o := range t.Effects {
			if o.Kind != SQL || o.Table != e.Table {
				continue
			}
			if o.Word == SetWord && branches(e, o) || o.Word == DeleteWord && (before(o, e) || w.clears(o, e)) {
				e.Word = SetWord
				break
			}
		}
	}
}

// temporary recognises what a tool makes and takes away again: a container for
// the time of the call, or an old one that a new one replaces.
func (t *Tool) temporary() {
	for _, e := range t.Effects {
		if e.Kind != API || e.Word != AgainWord || !e.Hard {
			continue
		}
		for _, o := range t.Effects {
			if o.Kind == API && o.Word == DeleteWord && o.Sym.Path == e.Sym.Path && o.Sym.Name != e.Sym.Name && sameThing(o.Sym, e.Sym) && inOneRun(e, o) {
				e.Word = SetWord
				break
			}
		}
	}
}

// sameThing reports whether two methods differ in their verbs only.
func sameThing(a, b effects.Sym) bool {
	noun := func(s effects.Sym) string {
		t, m, _ := strings.Cut(s.Name, ".")
		var out []string
		for _, w := range Split(m) {
			if vocabulary[w] == NoWord {
				out = append(out, w)
			}
		}
		if len(out) == 0 {
			out = Split(t)
		}
		return strings.Join(out, " ")
	}
	x := noun(a)
	return x != "" && x == noun(b)
}

// inOneRun reports whether one effect comes after the other on the same way. Of
// the functions that one call chooses from, a call runs one.
func inOneRun(a, b *Effect) bool {
	f, x, y := parting(a, b)
	return f != nil && (dominates(f, f.Code[x].Blk, f.Code[y].Blk) || dominates(f, f.Code[y].Blk, f.Code[x].Blk))
}

// branches reports whether two effects are on different branches of the
// function where their ways part.
func branches(a, b *Effect) bool {
	f, x, y := parting(a, b)
	return f != nil && !dominates(f, f.Code[x].Blk, f.Code[y].Blk) && !dominates(f, f.Code[y].Blk, f.Code[x].Blk)
}

// before reports whether one effect always happens before another, in the
// function where their ways part.
func before(a, b *Effect) bool {
	f, x, y := parting(a, b)
	if f != nil && x < y && dominates(f, f.Code[x].Blk, f.Code[y].Blk) {
		return true
	}
	// The first may be recorded on another way: look at what the second's
	// function calls before.
	for _, e := range b.Fn.Out {
		if e.Instr < b.Instr && dominates(b.Fn, b.Fn.Code[e.Instr].Blk, b.Fn.Code[b.Instr].Blk) && e.To.Orig() == a.Fn.Orig() {
			return true
		}
	}
	return false
}

// clears reports whether one effect happens before another if a look-up has
// found something, and only then.
func (w *walker) clears(a, b *Effect) bool {
	f, x, y := parting(a, b)
	if f == nil || x > y {
		return false
	}
	always := f.Blocks[f.Code[y].Blk].Guards
	found := false
	for _, g := range f.Blocks[f.Code[x].Blk].Guards {
		if slices.Contains(always, g) {
			continue
		}
		if !w.absent(f, g.Cond, g.Neg, 0) {
			return false
		}
		found = true
	}
	return found && !slices.ContainsFunc(always, func(g effects.Guard) bool { return w.absent(f, g.Cond, !g.Neg, 0) })
}

// parting is the function where the ways to two effects part, with the
// instructions at which they do.
func parting(a, b *Effect) (f *link.Fn, x, y int) {
	ia := a.Instr
	for fa, n := a.frame, 0; fa != nil && n < 6; n++ {
		ib := b.Instr
		for fb, m := b.frame, 0; fb != nil && m < 6; m++ {
			if fa.fn == fb.fn && ia != ib {
				return fa.fn, ia, ib
			}
			if fb.edge == nil {
				break
			}
			ib, fb = fb.edge.Instr, fb.up
		}
		if fa.edge == nil {
			break
		}
		ia, fa = fa.edge.Instr, fa.up
	}
	return nil, 0, 0
}

func dominates(f *link.Fn, x, y int32) bool {
	for ; y >= 0; y = f.Blocks[y].Idom {
		if x == y {
			return true
		}
	}
	return false
}

// describes is a tool's description, as far as it is constant, and what it
// says. Of several that a condition chooses from, one that agrees with a name
// that speaks of writing is taken.
func (w *walker) describes(fr *frame, d link.Def, name Word) (string, Word) {
	var all []string
	for _, it := range d.Text {
		at := &frame{fn: it.Fn}
		if fr != nil {
			at = fr.of(it.Fn)
		}
		for _, s := range w.texts(at, it.Val) {
			if s != "*" && s != "" {
				all = append(all, s)
			}
		}
	}
	if len(all) == 0 && len(d.Text) == 0 {
		all = []string{d.Desc}
	}
	best, word := "", NoWord
	for _, s := range all {
		k := DescWord(s)
		if name >= WriteWord && word != NoWord {
			if k > word {
				best, word = s, k
			}
		} else if len(s) > len(best) {
			best, word = s, k
		}
	}
	return best, word
}

// infrastructure drops what tools that only read do as well: logins, usage
// reports, caches.
func infrastructure(tools []*Tool) {
	readers := map[string]map[string]bool{} // effect -> names
	for _, t := range tools {
		if t.Word != ReadWord {
			continue
		}
		for _, e := range t.Effects {
			k := e.key()
			if readers[k] == nil {
				readers[k] = map[string]bool{}
			}
			readers[k][t.Name] = true
		}
	}
	for _, t := range tools {
		t.Effects = slices.DeleteFunc(t.Effects, func(e *Effect) bool {
			if e.Kind == Forward {
				return false
			}
			names := readers[e.key()]
			n := len(names)
			if names[t.Name] {
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
	leads    map[*link.Fn]bool // functions that lead to an effect
	stored   map[storeKey][]link.Stored
	frames   int
	contexts map[*link.Fn]map[uint64]bool
}

// relevant finds the functions from which an effect can be reached: only these
// are followed.
func (w *walker) relevant() {
	var work []*link.Fn
	for _, f := range w.v.Fns {
		if w.mayAct(f) {
			w.leads[f] = true
			work = append(work, f)
		}
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range f.In {
			if !w.leads[e.From] {
				w.leads[e.From] = true
				work = append(work, e.From)
			}
		}
	}
}

// mayAct reports whether a function may hold an effect itself.
func (w *walker) mayAct(f *link.Fn) bool {
	if len(w.accesses[f]) > 0 || w.readsKey(f) {
		return true
	}
	for i := range f.Code {
		in := &f.Code[i]
		if in.Op != effects.Call {
			continue
		}
		if in.Has(effects.Dynamic) {
			if in = w.variableCall(&frame{fn: f}, in); in == nil {
				continue
			}
		}
		syms := []effects.Sym{in.Callee}
		if in.Has(effects.Invoke) {
			syms = append(syms, w.v.ExtCallees(f, i)...)
		}
		for _, s := range syms {
			for _, e := range w.v.Entries(s) {
				switch e.Role {
				case sdk.Effect, sdk.EffectHTTP, sdk.EffectSQL, sdk.EffectPrepared, sdk.PushNotify:
					return true
				}
			}
			if foreign(s.Path) && strings.Contains(s.Name, ".") && !w.v.InProgram(s.Path) && !harmless(s) {
				return true
			}
		}
	}
	return false
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
			if in.Op != effects.Call || len(fr.fn.Blocks[in.Blk].Guards) > 0 && w.dead(fr, in.Blk) {
				continue
			}
			e := w.call(fr, i)
			if e != nil && e.asks() {
				t.Asks = append(t.Asks, e)
			}
			if e != nil && e.Word > ReadWord && !fr.fn.Pkg.Handles {
				if e.Word == AgainWord && e.makes() && (w.checked(fr, i) || w.refused(fr, i)) {
					e.Word = SetWord
				}
				if k := e.key(); !seen[k] {
					seen[k] = true
					t.Effects = append(t.Effects, e)
				}
			}
			if e := w.kept(fr, i); e != nil && !seen[e.key()] {
				seen[e.key()] = true
				t.Effects = append(t.Effects, e)
			}
			for _, e := range w.edgesAt(fr, i) {
				if !w.leads[e.To] || fr.has(e.To) || fr.depth >= maxDepth || e.To.Test {
					continue
				}
				next := fr.push(e)
				if w.visit(next) {
					queue = append(queue, next)
				}
			}
		}
		for _, a := range w.accesses[fr.fn] {
			if e := w.memory(fr, a); e != nil && !fr.fn.Pkg.Handles {
				if k := e.key(); !seen[k] {
					seen[k] = true
					t.Effects = append(t.Effects, e)
				}
			}
		}
		if t.Keyed == "" && w.readsKey(fr.fn) && !w.emptyKey(fr) {
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
		case p.Type == "*net/http.Request":
			// One helper makes all requests: where it was called tells them apart.
			f2, x := w.resolve(fr, v)
			fmt.Fprintf(h, "%d@%d.%d;", i, f2.fn.Num, x.I)
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
	if a.State.Pkg.Handles {
		name = inStore
	}
	switch {
	case in.Op == effects.Send:
		return nil
	case a.Kind == link.Update && in.Op == effects.Store:
		d := fr.fn.Def(in.A[1])
		if d != nil && d.Op == effects.Append {
			e.Word, e.What = AgainWord, "appends to "+name
		} else {
			e.Word, e.What = AgainWord, "counts up "+name
			if d != nil && d.Op == effects.Bin && d.S == "-" {
				e.down, e.What = true, "counts down "+name
			}
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

// emptyKey reports whether the header by which a service would recognise
// repetitions is left empty by the calls that lead here.
func (w *walker) emptyKey(fr *frame) bool {
	empty := false
	for i := range fr.fn.Code {
		in := &fr.fn.Code[i]
		if in.Op != effects.Call || len(in.A) < 2 {
			continue
		}
		for k, a := range in.A[:len(in.A)-1] {
			if a.K != effects.Const || a.I != 1 || !keyHeader.MatchString(a.S) {
				continue
			}
			_, v := w.resolve(fr, in.A[k+1])
			if v.K != effects.Const || v.S != "" {
				return false
			}
			empty = true
		}
	}
	return empty
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

// makes reports whether an effect brings something into being that can be
// looked up, as opposed to a message or a run.
func (e *Effect) makes() bool {
	switch e.Kind {
	case SQL, Memory:
		return !e.Arg
	case HTTP:
		return true
	case API:
		switch words := Split(method(e.Sym)); words[0] {
		case "send", "publish", "post", "run", "exec", "execute", "dispatch", "trigger", "rerun", "invoke", "notify", "produce":
			return false
		}
		return true
	}
	return false
}

var (
	refusal   = regexp.MustCompile(`(?i)unique|duplicate|already_?exists?|isconflict|constrainterr|err\w*exists?$`)
	duplicate = regexp.MustCompile(`(?i)^(23505|1062|2067|1555|409)$|unique constraint|duplicate (key|entry)|already exists`)
)

// refused reports whether the error of an effect is looked at for a duplicate:
// then what it makes exists once.
func (w *walker) refused(fr *frame, instr int) bool {
	for x, i, n := fr, instr, 0; x != nil && n < 3; n++ {
		if refuses(x.fn, i) {
			return true
		}
		if x.edge == nil {
			break
		}
		i, x = x.edge.Instr, x.up
	}
	return false
}

func refuses(f *link.Fn, instr int) bool {
	if f.Code[instr].Dst < 0 {
		return false
	}
	from := map[int32]bool{f.Code[instr].Dst: true}
	for i := instr + 1; i < len(f.Code); i++ {
		in := &f.Code[i]
		hit := false
		for _, a := range in.A {
			hit = hit || a.K == effects.Reg && from[a.I]
		}
		if !hit {
			continue
		}
		if in.Dst >= 0 {
			from[in.Dst] = true
		}
		switch in.Op {
		case effects.Call:
			if refusal.MatchString(in.Callee.Name) {
				return true
			}
			for _, a := range in.A { // errors.As fills what it is given
				if a.K == effects.Reg && in.Callee.Path == "errors" {
					for d := f.Def(a); d != nil && len(d.A) > 0 && d.Op == effects.Convert; d = f.Def(a) {
						a = d.A[0]
					}
					from[a.I] = true
				}
			}
			if in.Callee.Path != "strings" && in.Callee.Path != "errors" {
				continue
			}
		case effects.Store:
			if in.A[0].K == effects.Reg {
				from[in.A[0].I] = true
			}
			continue
		case effects.Bin:
		default:
			continue
		}
		for _, a := range in.A {
			if a.K == effects.Const && duplicate.MatchString(a.S) {
				return true
			}
			if l := f.Def(a); l != nil && l.Op == effects.Load && l.A[0].K == effects.Global && refusal.MatchString(l.A[0].S) {
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
			return d.I == 1 && !holds && !w.fromArg(&frame{fn: f}, src.A[0])
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
		text := d.A[1].K == effects.Const && d.A[1].S == ""
		if d.A[1].K != effects.Nil && !text || d.S == ">" {
			return false
		}
		x := f.Def(d.A[0])
		if x == nil {
			return false
		}
		if x.Op == effects.MapGet {
			return eq && !w.fromArg(&frame{fn: f}, x.A[0])
		}
		var src *effects.Instr
		res := int32(0)
		if x.Op == effects.Extract {
			src, res = f.Def(x.A[0]), x.I
		} else {
			src = x
		}
		if src == nil || src.Op != effects.Call || !w.lookup(src) || text && !searches(src) {
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
	if slices.Contains(words, "or") {
		return false // GetOrCreate: what it returns beside the object says that it is new
	}
	switch words[0] {
	case "get", "find", "lookup", "look", "exists", "has", "search", "list", "load", "read", "fetch", "query", "contains", "stat", "check", "resolve":
		return true
	}
	return false
}

// searches reports whether a call that returns a text looks for what was made
// before, rather than for an argument.
func searches(in *effects.Instr) bool {
	switch Split(method(in.Callee))[0] {
	case "find", "lookup", "search", "exists":
		return true
	}
	return false
}
