package view

// The signs by which a state is judged: each looks at the code around it and answers one question.

import (
	"regexp"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// makesServers reports whether a function chooses the server of a request.
func (v *View) makesServers(f *link.Fn) bool {
	return slices.ContainsFunc(v.Roots, func(r *link.Root) bool { return r.Kind == sdk.RootGetServer && r.Fn == f })
}

// leased reports whether a kind of live resource belongs to those who use it.
func leased(kind string) bool {
	switch kind {
	case "", "file", "timer", "watch", "listener":
		return false
	}
	return true
}

// streamTable reports whether a container is the session table of a transport
// written by hand: entries with a stream or a queue, made by one HTTP request
// and found by an id that another brings. Entries that are made anew when there
// is none are no sessions.
func (v *View) streamTable(st *State) bool {
	if !st.Keyed || !st.Container(v.Program) || st.Rebuilds || !st.Keys.Has(FromHTTP|FromStrongID|FromUnknown) {
		return false
	}
	if !slices.ContainsFunc(st.Roots, func(r *link.Root) bool { return r.Kind == sdk.RootHTTP && !r.Service() }) {
		return false
	}
	named, stream := false, false
	for _, t := range append(slices.Clone(st.Elems), elemKey(strings.TrimLeft(st.Type, "*"))) {
		t = strings.TrimLeft(t, "*")
		td := v.Type(t)
		if td == nil {
			continue
		}
		l := strings.ToLower(td.Name)
		named = named || strings.Contains(l, "session") || strings.Contains(l, "connection") || strings.Contains(l, "stream")
		for _, f := range td.Fields {
			ft := strings.TrimLeft(f.Type, "*")
			stream = stream || strings.HasPrefix(ft, "chan ") || ft == "net/http.ResponseWriter" || ft == "net/http.Flusher"
		}
	}
	return named && stream
}

// switches reports whether tools set a cell to constants that other tools
// read: a mode.
func (v *View) switches(st *State) bool {
	// What start-up does as well, as filling a cache, is no mode.
	set := func(a *link.Access) bool { return a.Depth == 0 && a.Val.K == effects.Const && !v.AtStart(a.Fn) }
	if st.Values&^FromConst != 0 || !slices.ContainsFunc(st.Writes, set) {
		return false
	}
	named := func(rs []*link.Root) []string { return Tools(rs) }
	w, r := named(st.Writers), named(st.Readers)
	return len(w) > 0 && slices.ContainsFunc(r, func(t string) bool { return !slices.Contains(w, t) })
}

// marks reports whether requests mark the entry that a caller names: they set
// a field of the entries to constants, by a comparison with what the caller
// gave, and other functions read it.
func (v *View) marks(st *State) bool {
	return slices.ContainsFunc(st.Writes, func(w *link.Access) bool {
		if w.Depth == 0 || w.Val.K != effects.Const || w.In().Op != effects.Store {
			return false
		}
		d := w.Fn.Def(w.In().A[0])
		if d == nil || d.Op != effects.Field {
			return false
		}
		asked := slices.ContainsFunc(w.Fn.Blocks[w.In().Blk].Guards, func(g effects.Guard) bool {
			c := w.Fn.Def(g.Cond)
			return c != nil && c.Op == effects.Bin && (c.S == "==" || c.S == "!=") && slices.ContainsFunc(c.A, func(a effects.Val) bool { return v.Class(w.Fn, a).Has(FromArg) })
		})
		return asked && slices.ContainsFunc(st.Reads, func(r *link.Access) bool {
			if r.Depth == 0 || r.Fn.Orig() == w.Fn.Orig() || len(r.In().A) == 0 {
				return false
			}
			a := w.Fn.Def(w.In().A[0])
			b := r.Fn.Def(r.In().A[0])
			return r.In().Op == effects.FieldVal && r.In().S == a.S || b != nil && b.Op == effects.Field && b.S == a.S
		})
	})
}

// prepared reports whether some tools fill a cell that other tools refuse to
// work without: the one call must come first, and reach the same process.
func (v *View) prepared(st *State) bool {
	filled := func(a *link.Access) bool {
		return a.Writes() && a.Kind != link.Delete && a.Depth == 0 && a.Val.K != effects.Nil && !a.Fn.Test
	}
	var by []*link.Root
	for _, a := range st.Accesses {
		switch {
		case !filled(a):
		case !v.ByRequest(a):
			return false // start-up fills it
		default:
			by = append(by, v.RootsOf(a.Fn)...)
		}
	}
	if !slices.ContainsFunc(by, (*link.Root).IsTool) {
		return false
	}
	return slices.ContainsFunc(st.Reads, func(r *link.Access) bool {
		if r.Depth > 0 || r.All || !v.missFails(r.Fn, r.In().Dst, 0, 0) {
			return false
		}
		return slices.ContainsFunc(v.RootsOf(r.Fn), func(o *link.Root) bool { return o.IsTool() && !slices.Contains(by, o) })
	})
}

func handshakeHook(h string) bool { return h == "initialize" || h == "register" }

func cursorName(object string) bool {
	name := strings.ToLower(object[strings.LastIndex(object, ".")+1:])
	for _, s := range []string{"cursor", "offset", "position", "page", "nextindex"} {
		if strings.Contains(name, s) {
			return true
		}
	}
	return false
}

// advances reports whether requests move a position inside the entries of a
// container.
func advances(st *State) bool {
	for _, w := range st.Writes {
		if w.Depth == 0 || w.Kind != link.Update || len(w.In().A) == 0 {
			continue
		}
		if d := w.Fn.Def(w.In().A[0]); d != nil && d.Op == effects.Field && cursorName(d.S) {
			return true
		}
	}
	return false
}

func isNumber(t string) bool {
	switch strings.TrimLeft(t, "*") {
	case "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "float32", "float64",
		"sync/atomic.Int64", "sync/atomic.Int32", "sync/atomic.Uint64", "sync/atomic.Uint32":
		return true
	}
	return false
}

// onceOnly reports whether a container only remembers what was said before, to
// say it once.
func (v *View) onceOnly(st *State) bool {
	for _, as := range [][]*link.Access{st.Writes, st.Reads} {
		for _, a := range as {
			if a.Role != sdk.ContainerGetSet || v.Decides(Loc{a.Fn, a.Instr}) {
				return false
			}
		}
	}
	return len(st.Writes) > 0
}

// dependsOn reports whether a condition is made of given registers.
func dependsOn(f *link.Fn, gs []effects.Guard, regs map[int32]bool) bool {
	var made func(v effects.Val, depth int) bool
	made = func(v effects.Val, depth int) bool {
		if v.K != effects.Reg || depth > 5 {
			return false
		}
		if regs[v.I] {
			return true
		}
		d := f.Def(v)
		if d == nil {
			return false
		}
		for _, a := range d.A {
			if made(a, depth+1) {
				return true
			}
		}
		return false
	}
	for _, g := range gs {
		if made(g.Cond, 0) {
			return true
		}
	}
	return false
}

func isBuffer(t string) bool {
	switch strings.TrimLeft(t, "*") {
	case "bytes.Buffer", "strings.Builder":
		return true
	}
	return false
}

// selfRead reports whether a write gives back what was there, as counters do.
func selfRead(st *State) bool {
	for _, a := range st.Writes {
		if a.Kind == link.Update && a.In().Dst >= 0 && used(a.Fn, a.In().Dst) {
			return true
		}
	}
	return false
}

// used reports whether a register is an operand anywhere in its function.
func used(f *link.Fn, r int32) bool {
	for i := range f.Code {
		for _, a := range f.Code[i].A {
			if a.K == effects.Reg && a.I == r {
				return true
			}
		}
	}
	for i := range f.Blocks {
		for _, g := range f.Blocks[i].Guards {
			if g.Cond.K == effects.Reg && g.Cond.I == r {
				return true
			}
		}
	}
	return false
}

// answerUses reports whether something other than bookkeeping reads a number:
// a read on a request path, or the result of the update itself.
func (v *View) answerUses(st *State) bool {
	for _, a := range st.Reads {
		if in := a.In(); in.Dst >= 0 && v.Answers(Loc{a.Fn, a.Instr}) {
			return true
		}
	}
	for _, a := range st.Writes {
		if in := a.In(); a.Kind == link.Update && in.Op == effects.Call && in.Dst >= 0 && v.Answers(Loc{a.Fn, a.Instr}) {
			return true
		}
	}
	return false
}

// asksCaller reports whether a call finds out who calls.
func (v *View) asksCaller(f *link.Fn, call *effects.Instr) bool {
	own := false
	for _, e := range f.Out {
		if &f.Code[e.Instr] == call {
			own = true
			if _, asks := v.ConsultsCaller(e.To); asks {
				return true
			}
		}
	}
	return !own && call.Dst >= 0 && v.Direct(f, effects.Val{K: effects.Reg, I: call.Dst}).Has(callers)
}

// toldApart reports whether the functions of a library say by themselves that
// different requests add an entry and find it: one makes the key and returns
// it, and another is given it; or both are given a session.
func (v *View) toldApart(st *State, j Verdict) bool {
	given := func(want Source) bool {
		return slices.ContainsFunc(st.Reads, func(r *link.Access) bool {
			return r.Depth == 0 && !r.All && r.Key.K != effects.None && v.Direct(r.Fn, r.Key).Has(want) &&
				!slices.ContainsFunc(st.Writes, func(w *link.Access) bool { return outermost(v, w.Fn) == outermost(v, r.Fn) })
		})
	}
	switch {
	case j.Why == whyFirst:
		return true
	case !st.Keyed || st.Rebuilds:
		return false
	}
	switch j.Nature {
	case SessionMap:
		return st.WriteKeys.Has(FromSessionName) && given(FromSessionName)
	case Workflow:
		return given(FromUnknown) && slices.ContainsFunc(st.Writes, func(w *link.Access) bool {
			return w.Depth == 0 && w.Key.K == effects.Reg && v.answersKey(w) && slices.ContainsFunc(v.Origins(w.Fn, w.Key), mints)
		})
	}
	return false
}

// identityWord matches the names of memory that says who somebody is.
var identityWord = regexp.MustCompile(`(?i)^(cached|current|my)?_?(viewer|login|username|user|user_?id|principal|subject|tenant|owner|actor|identity|account|whoami|email)(_?(login|name|id))?$`)

// firstCaller reports whether a cell that says who somebody is gets filled once,
// by asking what the filling function was handed: a client or a function that
// acts for one caller. All later callers then pass for the first one.
func (v *View) firstCaller(st *State) bool {
	if !identityWord.MatchString(st.Object[strings.LastIndexByte(st.Object, '.')+1:]) || st.Container(v.Program) {
		return false
	}
	direct := 0
	for _, w := range st.Writes {
		if w.Depth > 0 || w.Val.K == effects.None || w.Val.K == effects.Const {
			continue
		}
		direct++
		if v.underOnce(w.Fn) || !v.firstUse(w) || !slices.ContainsFunc(v.madeBy(w.Fn, w.Val, 0), v.asksGiven) {
			return false
		}
	}
	return direct > 0
}

// asksGiven reports whether a call is one of a function, or of a method of an
// object, that the calling function was given by callers who differ.
func (v *View) asksGiven(l Loc) bool {
	in := l.In()
	method := in.Has(effects.Invoke) || in.Has(effects.Dynamic) || strings.Contains(in.Callee.Name, ".")
	if !method || len(in.A) == 0 {
		return false
	}
	i, free, ok := l.Fn.Param(in.A[0])
	if !ok || free || i == 0 && l.Fn.Recv || l.Fn.Params[i].Type == "context.Context" {
		return false
	}
	return v.Class(l.Fn, in.A[0]).Has(FromPrincipal | FromHTTP | FromRequest | FromSession | FromUnknown)
}

// missed reports whether a lookup that finds nothing ends in an error.
func (v *View) missed(st *State) bool {
	return slices.ContainsFunc(st.Reads, func(a *link.Access) bool {
		return a.Depth == 0 && !a.All && v.missFails(a.Fn, a.In().Dst, 1, 0)
	})
}

// onlyRecorded reports whether nothing that requests read here decides
// anything.
func (v *View) onlyRecorded(st *State) bool {
	if len(st.Reads) == 0 {
		return false
	}
	for _, a := range st.Reads {
		if a.All || v.Decides(Loc{a.Fn, a.Instr}) {
			return false
		}
	}
	for _, a := range st.Writes {
		if a.Kind == link.Update && v.Decides(Loc{a.Fn, a.Instr}) {
			return false
		}
	}
	return true
}

// pointerKeys reports whether the keys of a container are session objects.
func (v *View) pointerKeys(st *State) bool {
	return slices.ContainsFunc(st.Accesses, func(a *link.Access) bool {
		return a.Key.K == effects.Reg && a.Depth == 0 && v.TypeRole(v.RegType(a.Fn, a.Key), sdk.TypeSession)
	})
}

// oldClients reports whether an object is only touched for clients of an older
// revision.
func (v *View) oldClients(st *State) bool {
	for _, as := range [][]*link.Access{st.Writes, st.Reads} {
		for _, a := range as {
			if a.Depth == 0 && !v.guardedEra(a.Fn, a.In(), 0) {
				return false
			}
		}
	}
	return true
}

// guardedEra reports whether an instruction runs for clients of one era only:
// by a condition in its function, or in every function that calls it.
func (v *View) guardedEra(f *link.Fn, in *effects.Instr, depth int) bool {
	for _, g := range f.Blocks[in.Blk].Guards {
		if v.eraCondition(f, g.Cond, 0) {
			return true
		}
	}
	if depth > 3 || len(f.In) == 0 || v.isRoot(f) {
		return false
	}
	for _, e := range f.In {
		if !v.guardedEra(e.From, &e.From.Code[e.Instr], depth+1) {
			return false
		}
	}
	return true
}

// mutated reports whether requests go on changing entries after they were
// made: then a missing entry is not made anew by asking again.
func (v *View) mutated(st *State) bool {
	for _, w := range st.Writes {
		if w.Depth == 0 {
			continue
		}
		in := w.In()
		switch {
		case in.Op == effects.Send:
			if v.Class(w.Fn, w.Val) != FromConst {
				return true
			}
			// A place in a semaphore is taken, or somebody woken.
		case w.Kind == link.Update && (in.Op == effects.Store && in.Has(effects.Ptr)):
			return true
		case w.Val.K != effects.None && !v.filledOnce(st, w) && v.Class(w.Fn, w.Val).Has(callers) && !fresh(w):
			return true
		}
	}
	return false
}

// fresh reports whether a write changes an object that its function has just
// been given by what makes it.
func fresh(w *link.Access) bool {
	if len(w.In().A) == 0 {
		return false
	}
	d := w.Fn.Def(w.In().A[0])
	for d != nil && len(d.A) > 0 {
		switch d.Op {
		case effects.Field, effects.Index, effects.Convert, effects.Copy, effects.Extract:
			d = w.Fn.Def(d.A[0])
		case effects.Call:
			return true
		default:
			return false
		}
	}
	return d != nil && d.Op == effects.Call
}

// limiter reports whether an object holds rate limits, budgets or breakers: per
// replica they are inexact, not wrong.
func (v *View) limiter(st *State) bool {
	for _, e := range append(slices.Clone(st.Elems), st.Type) {
		l := strings.ToLower(e[strings.LastIndex(e, ".")+1:])
		if strings.Contains(l, "limiter") || strings.Contains(l, "bucket") || strings.Contains(l, "breaker") {
			return true
		}
	}
	return v.wordOf(st, "limiter", "ratelimit", "throttl", "breaker", "costguard", "quota") || v.gauge(st)
}

// timesOnly reports whether all that requests change inside the entries of a
// container is when something happened or may happen again, as what holds
// repetitions back does.
func (v *View) timesOnly(st *State) bool {
	times := false
	for _, w := range st.Writes {
		if w.Depth == 0 {
			if d := w.Fn.Def(unboxed(w.Fn, w.Val)); d == nil || d.Op != effects.Alloc {
				return false
			}
			continue // what is put into it are writes of their own
		}
		class := v.Class(w.Fn, w.Val)
		if class&^(FromClock|FromConst|FromConfig|FromOutside) != 0 || class.Has(FromOutside) && !class.Has(FromClock) {
			return false
		}
		times = times || class.Has(FromClock)
	}
	return times
}

// gauge reports whether a number is raised and lowered again: what is in use
// right now, in this process.
func (v *View) gauge(st *State) bool {
	if !isNumber(st.Type) {
		return false
	}
	up, down := false, false
	for _, w := range st.Writes {
		val := w.Val
		for k := 0; k < 6 && val.K == effects.Reg; k++ {
			d := w.Fn.Def(val)
			if d == nil || len(d.A) == 0 {
				break
			}
			if d.Op == effects.Bin {
				up, down = up || d.S == "+", down || d.S == "-"
				break
			}
			if d.Op == effects.Call && d.Callee.Path == "builtin" || d.Op == effects.Call && strings.HasPrefix(d.S, "builtin.") {
				val = d.A[0]
				continue
			}
			if d.Op != effects.Convert && d.Op != effects.Copy {
				break
			}
			val = d.A[0]
		}
	}
	return up && down
}

// wordOf reports whether the package, the type or the field of a state object
// is named after one of the words.
func (v *View) wordOf(st *State, words ...string) bool {
	l := strings.ToLower(st.Object)
	for _, w := range words {
		if strings.Contains(l, w) {
			return true
		}
	}
	return false
}

// locks reports whether a type only orders goroutines: a lock, or a struct of
// a lock and its count.
func (v *View) locks(t string) bool {
	t = strings.TrimLeft(t, "*")
	switch t {
	case "sync.Mutex", "sync.RWMutex", "sync.Once", "sync.WaitGroup":
		return true
	}
	td := v.Type(t)
	if td == nil || td.Under != "struct" || len(td.Fields) == 0 {
		return false
	}
	lock := false
	for _, f := range td.Fields {
		switch ft := strings.TrimLeft(f.Type, "*"); {
		case ft == "sync.Mutex" || ft == "sync.RWMutex":
			lock = true
		case isNumber(ft) || ft == "chan struct" || ft == "time.Time":
		default:
			return false
		}
	}
	return lock
}

// mintedKey are the origins of a key that a request makes for itself.
const mintedKey = FromStrongID | FromWeakID | FromCount | FromRequestID

// harmlessType reports whether a type holds no answers: locks, loggers,
// metrics, servers, functions.
func (v *View) harmlessType(t string) bool {
	t = strings.TrimLeft(t, "*")
	switch t {
	case "golang.org/x/sync/singleflight.Group", "func", "context.CancelFunc", "error", "context.Context", "sync.Pool", "time.Timer", "time.Ticker", "chan struct":
		return true
	}
	return v.telemetry(t)
}

// telemetry reports whether a type serves logs, metrics or traces.
func (v *View) telemetry(t string) bool {
	t = strings.TrimLeft(t, "*[]")
	for _, p := range []string{"log/slog.", "log.", "go.uber.org/zap", "github.com/sirupsen/logrus", "github.com/rs/zerolog", "go.opentelemetry.io/", "github.com/prometheus/", "expvar.", "github.com/go-logr/logr", "k8s.io/klog", "github.com/getsentry/sentry-go", "github.com/DataDog/dd-trace-go", "gopkg.in/DataDog/dd-trace-go"} {
		if strings.HasPrefix(t, p) {
			return true
		}
	}
	return false
}
