package writes

import (
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// Kind is what an effect works on.
type Kind uint8

// The kinds of effect.
const (
	API     Kind = iota // a client of an outside service
	HTTP                // a request built by hand
	SQL                 // a statement
	File                // a file
	Process             // a program that is run
	Memory              // memory of this process
	Push                // a notification to other clients
	Forward             // a call of another MCP server
)

// Effect is one thing that a tool's call does outside itself.
type Effect struct {
	Fn    *link.Fn
	Instr int
	Kind  Kind
	Word  Word // AgainWord: a repetition does it again
	// Hard says that tables and constants prove the word; otherwise only the
	// name of a method or of a path suggests it.
	Hard   bool
	Sym    effects.Sym // the function that is called
	Table  string      // of a statement
	Method string      // of an HTTP request
	Stake  string      // money, deletion, deployment, message, data, none
	What   string      // as people write it: POST /v1/notes, INSERT INTO notes
	State  *link.State
	Arg    bool // arguments of the call choose what is done
	// Commits says that a statement is run as a query, and its transaction
	// committed.
	Commits bool
	frame   *frame
	down    bool // counts down
}

// Pos is where the effect is.
func (e *Effect) Pos() effects.Pos { return e.Fn.Code[e.Instr].Pos }

// Steps is the chain of calls that leads to the effect.
func (e *Effect) Steps() []link.Step { return e.frame.steps() }

func (e *Effect) key() string {
	return e.Fn.Orig().Fn.ID + "#" + strconv.Itoa(e.Instr) + "#" + e.What
}

// asks reports whether an effect hands a question of the caller to a service,
// which may take it for a command.
func (e *Effect) asks() bool {
	return e.Word == ReadWord && (e.Kind == SQL && e.Arg || e.Kind == HTTP && e.Method == http.MethodPost)
}

// call classifies one call; nil if it is no effect.
func (w *walker) call(fr *frame, i int) *Effect {
	in := &fr.fn.Code[i]
	if in.Has(effects.Dynamic) {
		if in = w.variableCall(fr, in); in == nil {
			return nil
		}
	}
	syms := []effects.Sym{in.Callee}
	if in.Has(effects.Invoke) {
		syms = append(syms, w.v.ExtCallees(fr.fn, i)...)
	}
	body := slices.ContainsFunc(fr.fn.Out, func(e *link.Edge) bool { return e.Instr == i && e.Kind != link.Callback })
	for _, s := range syms {
		if x := w.relative(fr, in, s); x != nil && !body {
			x.Fn, x.Instr, x.frame, x.Sym = fr.fn, i, fr, s
			return x
		}
		for _, e := range w.v.Entries(s) {
			x := w.entry(fr, i, in, s, e)
			if x == nil {
				continue
			}
			x.Fn, x.Instr, x.frame, x.Sym = fr.fn, i, fr, s
			if x.Word == NoWord {
				return nil // known to be none
			}
			return x
		}
	}
	if body || in.Has(effects.Dynamic) {
		return nil
	}
	for _, s := range syms {
		if x := w.outside(fr, in, s); x != nil {
			x.Fn, x.Instr, x.frame, x.Sym = fr.fn, i, fr, s
			return x
		}
	}
	return nil
}

// variableCall turns a call through a variable that holds an outside function,
// as tests replace, into a call of that function.
func (w *walker) variableCall(fr *frame, in *effects.Instr) *effects.Instr {
	f2, v := w.resolve(fr, in.A[0])
	var sym effects.Sym
	try := func(v effects.Val) {
		if v.K == effects.Func && w.v.FnByID(v.S) == nil {
			if dot := strings.LastIndexByte(v.S, '.'); dot > 0 && !strings.HasPrefix(v.S, "(") && !strings.HasPrefix(v.S, "builtin.") {
				sym = effects.Sym{Path: v.S[:dot], Name: v.S[dot+1:]}
			}
		}
	}
	try(v)
	if d := f2.fn.Def(v); d != nil && d.Op == effects.Load {
		stores := w.storesAt(f2.fn, d.A[0])
		for _, s := range stores {
			try(s.Val)
		}
		// Some clients keep their methods in fields.
		if a := f2.fn.Def(d.A[0]); len(stores) == 0 && a != nil && a.Op == effects.Field && foreign(a.Callee.Path) && !w.v.InProgram(a.Callee.Path) {
			sym = a.Callee
		}
	}
	if sym.IsZero() {
		return nil
	}
	c := *in
	c.Callee, c.A, c.Flag, c.S = sym, in.A[1:], in.Flag&^effects.Dynamic, ""
	return &c
}

// relative recognises a setter of a store whose value is computed from what
// the store held: a counter by hand.
func (w *walker) relative(fr *frame, in *effects.Instr, s effects.Sym) *Effect {
	t, m, ok := strings.Cut(s.Name, ".")
	words := Split(m)
	if !ok || len(words) == 0 || len(in.A) < 3 || !foreign(s.Path) {
		return nil
	}
	switch words[0] {
	case "set", "put", "store", "save":
	default:
		return nil
	}
	sum, read := false, false
	for _, d := range w.derivation(fr, in.A[len(in.A)-1]) {
		dt, dm, _ := strings.Cut(d.Name, ".")
		switch {
		case d.Path == "" && d.Name == "+":
			sum = true
		case d.Path == s.Path && dt == t:
			switch Split(dm)[0] {
			case "get", "load", "read":
				read = true
			}
		}
	}
	if !sum || !read {
		return nil
	}
	return &Effect{Kind: Memory, Word: AgainWord, Hard: true, Stake: "data", What: "counts up what it reads by " + short(s)}
}

// operand is argument k of a call, not counting the receiver.
func operand(in *effects.Instr, k int) effects.Val {
	if in.Has(effects.Invoke) || strings.Contains(in.Callee.Name, ".") {
		k++
	}
	if k < 0 || k >= len(in.A) {
		return effects.Val{}
	}
	return in.A[k]
}

func attr(in *effects.Instr, e sdk.Entry, name string) (effects.Val, bool) {
	k, ok := e.Int(name)
	if !ok || k < 0 {
		return effects.Val{}, false
	}
	v := operand(in, k)
	return v, v.K != effects.None
}

func (w *walker) entry(fr *frame, i int, in *effects.Instr, s effects.Sym, e sdk.Entry) *Effect {
	switch e.Role {
	case sdk.Effect:
		return w.tabled(fr, in, s, e)
	case sdk.EffectHTTP:
		return w.http(fr, in, e)
	case sdk.EffectSQL:
		q, ok := attr(in, e, "query")
		if !ok {
			return nil
		}
		if strings.Contains(s.Name, "Prepare") {
			return &Effect{}
		}
		return w.sql(fr, in, s, q)
	case sdk.EffectPrepared:
		if len(in.A) == 0 {
			return nil
		}
		for _, m := range w.makers(fr, in.A[0]) {
			for _, pe := range w.v.Entries(m.in.Callee) {
				if pe.Role == sdk.EffectSQL {
					if q, ok := attr(m.in, pe, "query"); ok {
						return w.sql(m.fr, m.in, m.in.Callee, q)
					}
				}
			}
		}
		return nil
	case sdk.PushNotify:
		switch e.Get("scope") {
		case "all", "specific":
			return &Effect{Kind: Push, Word: AgainWord, Hard: true, Stake: "message", What: "notification to other clients"}
		}
		return &Effect{}
	case sdk.SDK, sdk.ResultText, sdk.ResultError, sdk.OriginArg, sdk.HeaderSet, sdk.OriginHash, sdk.OriginID, sdk.OriginRandom, sdk.OriginClock, sdk.OriginEnv,
		sdk.ContainerGet, sdk.ContainerSet, sdk.ContainerGetSet, sdk.ContainerDelete, sdk.ContainerRange, sdk.ContainerClear, sdk.CellAdd, sdk.CellLoad, sdk.CellStore,
		sdk.SyncLock, sdk.SyncOnce, sdk.OriginHeader, sdk.OriginHTTPParam, sdk.OriginContext, sdk.HTTPRequest, sdk.CtxDetach, sdk.EraGuard, sdk.ListAdd, sdk.ListRemove, sdk.ListSession, sdk.ListFetch, sdk.ListWatch:
		return &Effect{}
	}
	return nil
}

// short is a symbol as people write it: pkg.Type.Method.
func short(s effects.Sym) string {
	p := s.Path
	elems := strings.Split(p, "/")
	p = elems[len(elems)-1]
	if len(elems) > 1 && len(p) > 1 && p[0] == 'v' && strings.Trim(p[1:], "0123456789") == "" {
		p = elems[len(elems)-2]
	}
	return p + "." + s.Name
}

func method(s effects.Sym) string { return s.Name[strings.LastIndexByte(s.Name, '.')+1:] }

// tabled reads what the tables say of a symbol.
func (w *walker) tabled(fr *frame, in *effects.Instr, s effects.Sym, e sdk.Entry) *Effect {
	x := &Effect{Kind: API, Stake: e.Get("stake"), What: short(s), Hard: true}
	natural := e.Get("natural") == "yes"
	if e.Get("verb") == "delete" || e.Get("verb") == "update" {
		switch s.Path {
		case "os", "io/ioutil":
			x.Kind = File
			x.Arg = len(in.A) > 0 && w.fromArg(fr, operand(in, 0))
		}
	}
	switch e.Get("verb") {
	case "none":
		return x
	case "create", "append", "send", "publish", "run":
		x.Word = AgainWord
	case "exec":
		return w.process(fr, in, s)
	case "upsert":
		x.Word = SetWord
	case "delete":
		x.Word = DeleteWord
	case "file":
		return w.file(fr, in, s, e)
	case "update":
		x.Word = SetWord
		if !natural {
			x.Word, x.Hard = w.update(fr, in, s)
		}
	}
	if e.Get("verb") == "append" && s.Path == "os" || s.Path == "os" && e.Get("verb") == "create" {
		return w.file(fr, in, s, e)
	}
	if natural && (x.Word == AgainWord || x.Word == SetWord && x.Kind == API) {
		x.Word = SetWord
		if w.generatesName(fr, in) {
			x.Word = AgainWord
			x.What += " under a new name"
		}
	}
	if k, ok := attr(in, e, "key"); ok && w.fromArg(fr, k) {
		x.Word = SetWord
	}
	if x.Word == AgainWord && (w.keyField(fr, in) || w.keyBuilt(fr, in)) {
		x.Word = SetWord
	}
	return x
}

// update decides what a table leaves open: a relative change is done again.
func (w *walker) update(fr *frame, in *effects.Instr, s effects.Sym) (Word, bool) {
	m := method(s)
	switch k := NameWord(m); {
	case k == AgainWord:
		return AgainWord, true
	case strings.Contains(m, "Incr"), strings.Contains(m, "Decr"), strings.Contains(m, "Append"), strings.Contains(m, "Push"):
		return AgainWord, true
	}
	// A mutation is named by the type of its input.
	word := NoWord
	for _, a := range in.A {
		d := fr.fn.Def(a)
		if d == nil || d.Op != effects.Convert || !strings.HasPrefix(d.S, "box ") {
			continue
		}
		t := d.S[strings.LastIndexByte(d.S, '.')+1:]
		if name, ok := strings.CutSuffix(t, "Input"); ok {
			return mutation(name), true
		}
		for _, x := range w.texts(fr, a) {
			if k := sqlWord(x); k != NoWord {
				word = k
			}
		}
	}
	if word != NoWord {
		return word, true
	}
	return WriteWord, false
}

// mutation says what a mutation does by its name.
func mutation(name string) Word {
	words := Split(name)
	if len(words) == 0 {
		return WriteWord
	}
	last := words[len(words)-1]
	switch vocabulary[words[0]] {
	case ReadWord:
		return ReadWord
	case AgainWord:
		switch {
		case words[0] == "add" && (last == "reaction" || last == "star" || strings.HasPrefix(last, "label") || strings.HasPrefix(last, "assignee")), slices.Contains(words, "merge"),
			words[0] == "request", words[0] == "submit", words[0] == "create" && onceOnly[last]:
			return SetWord
		}
		return AgainWord
	case DeleteWord:
		return DeleteWord
	case SetWord:
		return SetWord
	}
	return WriteWord
}

// generatesName reports whether what is created or applied gets a new name on
// every call: the service makes one, or the server does, be it only where the
// caller gives none.
func (w *walker) generatesName(fr *frame, in *effects.Instr) bool {
	for _, a := range in.A {
		f2, v := w.resolve(fr, a)
		if len(w.v.StoresMatching(f2.fn, v, func(field string) bool { return field == "GenerateName" })) > 0 {
			return true
		}
		for _, st := range w.v.StoresMatching(f2.fn, v, func(field string) bool { return field == "Name" }) {
			if w.newName(fr.of(st.Fn), st.Val) {
				return true
			}
		}
	}
	// Objects that are converted on the way are made by the functions that lead
	// here.
	for x, n := fr, 0; x != nil && n < 4; x, n = x.up, n+1 {
		for i := range x.fn.Code {
			if d := &x.fn.Code[i]; w.namesObject(x, d) && !w.dead(x, d.Blk) {
				return true
			}
		}
	}
	return false
}

// namesObject reports whether an instruction gives a Kubernetes object a name
// that is new on every call.
func (w *walker) namesObject(fr *frame, in *effects.Instr) bool {
	switch in.Op {
	case effects.Store:
		a := fr.fn.Def(in.A[0])
		if a == nil || a.Op != effects.Field {
			return false
		}
		field, ok := strings.CutPrefix(a.S, "k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta.")
		return ok && (field == "GenerateName" || field == "Name" && w.newName(fr, in.A[1]))
	case effects.MapSet:
		k := in.A[1]
		return k.K == effects.Const && (k.S == "generateName" || k.S == "name" && w.newName(fr, in.A[2]))
	case effects.Call:
		m := method(in.Callee)
		return m == "SetGenerateName" || m == "SetName" && len(in.A) > 1 && w.newName(fr, in.A[1])
	}
	return false
}

var keyFields = regexp.MustCompile(`(?i)^(client_?token|client_?request_?token|idempotency_?(token|key)|dedup(lication)?_?(id|key)|message_?deduplication_?id|request_?id|creation_?token|external_?id|client_?order_?id|document_?id)$`)

// keyField reports whether an argument of the tool fills a field by which the
// service recognises a repetition.
func (w *walker) keyField(fr *frame, in *effects.Instr) bool {
	for _, a := range in.A {
		f2, v := w.resolve(fr, a)
		for _, st := range w.v.StoresMatching(f2.fn, v, func(field string) bool { return keyFields.MatchString(field) }) {
			if w.fromArg(fr.of(st.Fn), st.Val) {
				return true
			}
		}
	}
	return false
}

var keyMethods = regexp.MustCompile(`^(With)?(ID|Id|DocumentID|DocumentId|RequestID|RequestId|ClientToken|IdempotencyKey)$`)

// keyBuilt reports whether a call that is put together in steps is given, by an
// argument of the tool, what the service recognises a repetition by.
func (w *walker) keyBuilt(fr *frame, in *effects.Instr) bool {
	if len(in.A) == 0 || !strings.Contains(in.Callee.Name, ".") {
		return false
	}
	for _, m := range w.makers(fr, in.A[0]) {
		if len(m.in.A) > 1 && keyMethods.MatchString(method(m.in.Callee)) && w.fromArg(m.fr, m.in.A[1]) {
			return true
		}
	}
	return false
}

// process classifies a program that is run.
func (w *walker) process(fr *frame, in *effects.Instr, s effects.Sym) *Effect {
	x := &Effect{Kind: Process, Stake: "deployment", What: short(s), Word: AgainWord}
	if s.Path != "os/exec" || len(in.A) == 0 {
		// Programs on other hosts or in containers: what is run is an argument.
		x.Hard = true
		for _, a := range in.A {
			if w.fromArg(fr, a) {
				x.Arg = true
			}
		}
		return x
	}
	var words []string
	for _, m := range w.makers(fr, in.A[0]) {
		if m.in.Callee.Path != "os/exec" {
			continue
		}
		args := m.in.A
		if m.in.Callee.Name == "CommandContext" && len(args) > 0 {
			args = args[1:]
		}
		for k, a := range args {
			if k == 0 {
				ts := w.texts(m.fr, a)
				words = append(words, ts[0])
				x.Arg = x.Arg || len(ts) == 1 && ts[0] == "*" && w.fromArg(m.fr, a)
				continue
			}
			rest := w.elements(m.fr, a)
			for j, el := range rest {
				words = append(words, el.text)
				// A script for a shell: all of it is an argument of the call.
				if j > 0 && (rest[j-1].text == "-c" || rest[j-1].text == "/c") && el.text == "*" && w.fromArg(el.fr, el.val) {
					x.Arg = true
				}
			}
		}
	}
	cmd := strings.Fields(strings.Join(words, " "))
	if i := slices.IndexFunc(cmd, func(c string) bool { return c == "-c" || c == "/c" }); i >= 0 && i+1 < len(cmd) && i < 4 {
		cmd = cmd[i+1:]
	}
	if s := strings.Join(cmd, " "); s != "" {
		if len(s) > 60 {
			s = s[:60]
		}
		x.What = "runs " + s
	}
	x.Word = commandWord(cmd)
	if x.Arg {
		x.Word, x.Hard, x.What = AgainWord, true, "runs the command that it is given"
	}
	return x
}

type element struct {
	fr   *frame
	val  effects.Val
	text string
}

// elements lists the elements of a slice of strings in order, as far as they
// are written in one place.
func (w *walker) elements(fr *frame, v effects.Val) []element {
	f2, v := w.resolve(fr, v)
	type at struct {
		i int
		e element
	}
	var out []at
	for d := f2.fn.Def(v); d != nil && (d.Op == effects.Copy || d.Op == effects.Append) && len(d.A) > 0; d = f2.fn.Def(v) {
		if d.Op == effects.Append && len(d.A) > 1 {
			pre := w.elements(f2, d.A[0])
			return append(pre, w.elements(f2, d.A[1])...)
		}
		v = d.A[0]
	}
	for j := range f2.fn.Code {
		in := &f2.fn.Code[j]
		if in.Op != effects.Store {
			continue
		}
		a := f2.fn.Def(in.A[0])
		if a == nil || a.Op != effects.Index || a.A[0] != v {
			continue
		}
		n, err := strconv.Atoi(a.A[1].S)
		if err != nil {
			continue
		}
		ts := w.texts(f2, in.A[1])
		t := "*"
		if len(ts) > 0 {
			t = ts[0]
		}
		out = append(out, at{n, element{f2, in.A[1], t}})
	}
	slices.SortFunc(out, func(a, b at) int { return a.i - b.i })
	var els []element
	for _, o := range out {
		els = append(els, o.e)
	}
	if len(els) == 0 {
		els = []element{{f2, v, "*"}}
	}
	return els
}

// commandWord says what a command line does, by its subcommand.
func commandWord(cmd []string) Word {
	for i, c := range cmd {
		c = c[strings.LastIndexByte(c, '/')+1:]
		if i == 0 {
			switch c {
			case "open", "xdg-open", "start", "rundll32", "cmd":
				return SetWord
			case "which", "where", "uname", "lsof", "ps", "ls", "cat", "grep", "rg", "find", "env", "whoami", "hostname", "sw_vers", "ioreg", "wmic", "tasklist":
				return ReadWord
			}
			continue
		}
		if strings.HasPrefix(c, "-") || strings.Contains(c, "*") {
			continue
		}
		switch c {
		case "status", "log", "diff", "rev-parse", "ls-files", "ls-remote", "branch", "fetch", "cat-file", "config", "worktree", "version", "show-ref", "remote", "images", "ps", "logs", "top", "info":
			return ReadWord
		}
		return NameWord(c)
	}
	return WriteWord
}

// file classifies an operation on a file.
func (w *walker) file(fr *frame, in *effects.Instr, s effects.Sym, e sdk.Entry) *Effect {
	x := &Effect{Kind: File, Stake: e.Get("stake"), What: short(s), Word: SetWord, Hard: true}
	if x.Stake == "none" {
		return &Effect{}
	}
	x.Arg = len(in.A) > 0 && w.fromArg(fr, in.A[0])
	if recordsItself(fr) || w.inOwnTemp(fr, operand(in, 0)) {
		return &Effect{}
	}
	switch m := method(s); {
	case m == "OpenFile":
		if !appends(w.flags(fr, in)) {
			return &Effect{} // what is written to it counts
		}
		x.Word = AgainWord
		x.What = "appends to a file"
	case m == "Create" && w.newName(fr, operand(in, 0)):
		x.Word, x.Hard, x.What = AgainWord, false, "writes a file under a new name"
	case strings.HasPrefix(s.Name, "File."):
		opener := false
		temp := false
		for _, mk := range w.makers(fr, in.A[0]) {
			switch method(mk.in.Callee) {
			case "OpenFile":
				opener = true
				if appends(w.flags(mk.fr, mk.in)) {
					x.Word = AgainWord
					x.What = "appends to a file"
				}
			case "Create":
				opener = true
			case "CreateTemp":
				temp = true
			}
		}
		// A new version that replaces the file when it is complete.
		if temp && len(in.A) > 1 && renames(fr.fn) {
			if k, hard := w.edited(fr, in.A[1]); k {
				x.Word, x.Hard, x.What = AgainWord, hard, "rewrites what it read from the file"
				return x
			}
		}
		if !opener {
			return &Effect{} // standard output, a temporary file
		}
	case m == "WriteFile":
		if w.newName(fr, operand(in, 0)) {
			x.Word, x.Hard, x.What = AgainWord, false, "writes a file under a new name"
		}
		if k, hard := w.edited(fr, operand(in, 1)); k {
			x.Word, x.Hard = AgainWord, hard
			x.What = "rewrites what it read from the file"
		}
	}
	return x
}

// inOwnTemp reports whether a path lies in a temporary directory that the call
// made for itself: nobody meets the file again.
func (w *walker) inOwnTemp(fr *frame, path effects.Val) bool {
	return slices.ContainsFunc(w.v.Origins(fr.fn, path), func(o link.Origin) bool {
		return o.Kind == link.OExtern && (o.Str == "os.MkdirTemp" || o.Str == "io/ioutil.TempDir") && o.Fn != nil && w.v.InRequest(o.Fn) && !w.v.AtStart(o.Fn)
	})
}

// recordsItself reports whether a function writes what the server records of
// itself: twice is what happened.
func recordsItself(fr *frame) bool {
	for _, s := range append(Split(fr.fn.Name), Split(fr.fn.Pkg.Name)...) {
		switch s {
		case "audit", "auditor", "auditlog", "telemetry", "metrics", "logger", "tracer":
			return true
		}
	}
	return false
}

// newName reports whether a path has a part that is new on every call.
func (w *walker) newName(fr *frame, v effects.Val) bool {
	f2, v2 := w.resolve(fr, v)
	for _, o := range w.v.Origins(f2.fn, v2) {
		if o.Kind == link.OTable && !o.Derived && (o.Entry.Role == sdk.OriginID || o.Entry.Role == sdk.OriginRandom) {
			return true
		}
	}
	return false
}

// renames reports whether a function puts a file in the place of another.
func renames(f *link.Fn) bool {
	return slices.ContainsFunc(f.Code, func(in effects.Instr) bool { return in.Op == effects.Call && method(in.Callee) == "Rename" })
}

// flags are the constant flags of an OpenFile.
func (w *walker) flags(fr *frame, in *effects.Instr) int {
	n := 0
	for _, t := range w.texts(fr, operand(in, 1)) {
		k, _ := strconv.Atoi(t)
		n |= k
	}
	return n
}

func appends(flags int) bool {
	return flags&0x400 != 0 || flags&0x8 != 0 && flags&0x200 == 0 && flags&0x40 == 0
}

// edited reports whether data is made from content that was read before, by
// replacing or adding a part: a repetition changes the next part, or adds again.
func (w *walker) edited(fr *frame, v effects.Val) (yes, hard bool) {
	read, edit, cut, join, add := false, false, false, false, false
	for _, s := range w.derivation(fr, v) {
		switch m := method(s); {
		case s.Path == "net/http":
			return false, false // fetched from elsewhere
		case s.Path == "" && m == "slice":
			cut = true
		case s.Path == "" && m == "+":
			join = true
		case s.Path == "" && m == "add":
			add = true
		case s.Path == "strings" || s.Path == "bytes":
			edit = edit || strings.HasPrefix(m, "Replace")
		case s.Path == "regexp":
			edit = edit || strings.HasPrefix(m, "Replace")
		case strings.HasPrefix(m, "Read"), m == "Contents", m == "Content":
			read = true
		}
	}
	return read && (edit || cut && join || add), edit || cut && join
}

// derivation lists the outside functions through which a value is made.
func (w *walker) derivation(fr *frame, v effects.Val) []effects.Sym {
	var out []effects.Sym
	seen := map[seenVal]bool{}
	var walk func(fr *frame, v effects.Val, depth int)
	walk = func(fr *frame, v effects.Val, depth int) {
		if depth > 30 || len(seen) > 600 {
			return
		}
		if d := fr.fn.Def(v); d != nil && d.Op == effects.Copy && d.S == "slice" && (d.Type == "string" || d.Type == "[]byte" || d.Type == "[]string") {
			out = append(out, effects.Sym{Name: "slice"})
		}
		fr, v = w.resolve(fr, v)
		k := seenVal{fr.fn, v}
		if v.K != effects.Reg || seen[k] {
			return
		}
		seen[k] = true
		d := fr.fn.Def(v)
		if d == nil {
			return
		}
		if d.Op == effects.Extract {
			if src := fr.fn.Def(d.A[0]); src != nil {
				walk(fr, d.A[0], depth+1)
			}
			return
		}
		switch {
		case d.Op == effects.Load:
			for _, s := range w.storesAt(fr.fn, d.A[0]) {
				walk(fr.of(s.Fn), s.Val, depth+1)
			}
		case d.Op == effects.Append && (d.Type == "[]string" || d.Type == "[]byte"):
			out = append(out, effects.Sym{Name: "+"})
		case d.Op == effects.Bin && d.S == "+":
			out = append(out, effects.Sym{Name: "+"})
			if d.Type == "string" && w.fromArg(fr, d.A[0]) != w.fromArg(fr, d.A[1]) {
				out = append(out, effects.Sym{Name: "add"}) // an argument is added to something else
			}
		}
		if d.Op == effects.Call {
			i := fr.fn.Index(v)
			body := false
			for _, e := range w.edgesAt(fr, i) {
				if e.Kind == link.Callback || fr.has(e.To) {
					continue
				}
				body = true
				f2 := fr.push(e)
				for j := range e.To.Code {
					if r := &e.To.Code[j]; r.Op == effects.Return && len(r.A) > 0 {
						walk(f2, r.A[0], depth+1)
					}
				}
			}
			if body {
				return
			}
			c := d
			if d.Has(effects.Dynamic) {
				if x := w.variableCall(fr, d); x != nil {
					c = x
				}
			}
			out = append(out, c.Callee)
			switch c.Callee.Name {
			case "Builder.String", "Buffer.String", "Buffer.Bytes":
				out = append(out, effects.Sym{Name: "+"})
				for j := range fr.fn.Code {
					in := &fr.fn.Code[j]
					if in.Op == effects.Call && len(in.A) > 1 && in.A[0] == d.A[0] && strings.Contains(in.Callee.Name, ".Write") {
						walk(fr, in.A[1], depth+1)
					}
				}
			}
		}
		for _, a := range d.A {
			walk(fr, a, depth+1)
		}
	}
	walk(fr, v, 0)
	return out
}
