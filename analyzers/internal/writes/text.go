package writes

import (
	"regexp"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// sql classifies a statement by its text.
func (w *walker) sql(fr *frame, in *effects.Instr, s effects.Sym, q effects.Val) *Effect {
	x := &Effect{Kind: SQL, Stake: "data", What: short(s)}
	m := method(s)
	runs := strings.Contains(m, "Exec") || m == "Run"
	open := false
	for _, t := range w.texts(fr, q) {
		k := sqlWord(t)
		if k == NoWord {
			open = true
			continue
		}
		if k > ReadWord && (recordsItself(fr) || keepsRecords(fr, t)) {
			k = ReadWord // what the server notes of its own doing
		}
		if k > x.Word {
			x.Word, x.Hard = k, true
			x.What, x.Table = sqlHead(t), sqlTable(t)
			if k == DeleteWord {
				x.Stake = "deletion"
			}
		}
	}
	if x.Word == NoWord && open {
		k, built := w.builtSQL(fr, q)
		if k != NoWord {
			x.Word, x.Hard, x.What = k, true, map[Word]string{ReadWord: "a SELECT", SetWord: "an UPDATE", DeleteWord: "a DELETE", AgainWord: "an INSERT"}[k]
			return x
		}
		x.Arg = !built && w.fromArg(fr, q) || w.given(fr, q, map[seenVal]bool{})
		switch {
		case x.Arg && (runs || w.commits(fr, in)):
			x.Word, x.Hard, x.What = AgainWord, true, "runs the SQL that it is given"
			x.Commits = !runs
		case runs:
			x.Word = WriteWord
		default:
			x.Word, x.Hard = ReadWord, !x.Arg
		}
	}
	return x
}

// commits reports whether a statement runs in a transaction that may write, and
// that the function commits: whoever only reads has nothing to commit.
func (w *walker) commits(fr *frame, in *effects.Instr) bool {
	if len(in.A) == 0 || !slices.ContainsFunc(fr.fn.Code, func(c effects.Instr) bool { return c.Op == effects.Call && method(c.Callee) == "Commit" }) {
		return false
	}
	begun := false
	for _, m := range w.makers(fr, in.A[0]) {
		if !strings.HasPrefix(method(m.in.Callee), "Begin") {
			continue
		}
		begun = true
		for _, a := range m.in.A {
			f2, v := w.resolve(m.fr, a)
			for _, st := range w.v.StoresMatching(f2.fn, v, func(field string) bool { return field == "ReadOnly" || field == "AccessMode" }) {
				if st.Val.K == effects.Const && (st.Val.S == "true" || strings.Contains(strings.ToLower(st.Val.S), "read only")) {
					return false
				}
			}
		}
	}
	return begun
}

// builtSQL says what a statement does that a library has built from calls;
// built is true if it is made by one.
func (w *walker) builtSQL(fr *frame, q effects.Val) (k Word, built bool) {
	upsert := false
	for _, m := range w.makers(fr, q) {
		switch m.in.Callee.Path {
		case "strings", "fmt", "bytes", "encoding/json", "strconv":
			continue
		}
		if !foreign(m.in.Callee.Path) || w.v.Tab.IsSDK(m.in.Callee.Path) || len(m.in.A) == 0 || !strings.Contains(m.in.Callee.Name, ".") {
			continue
		}
		built = true
		for _, b := range w.makers(m.fr, m.in.A[0]) {
			switch words := Split(method(b.in.Callee)); {
			case slices.Contains(words, "conflict"), slices.Contains(words, "upsert"):
				upsert = true
			case words[0] == "suffix":
				for _, a := range b.in.A[1:] {
					upsert = upsert || slices.ContainsFunc(w.texts(b.fr, a), sqlUpsert.MatchString)
				}
			case words[0] == "insert":
				k = max(k, AgainWord)
			case words[0] == "update", words[0] == "replace", words[0] == "merge":
				k = max(k, SetWord)
			case words[0] == "delete":
				k = max(k, DeleteWord)
			case words[0] == "select":
				k = max(k, ReadWord)
			}
		}
	}
	if k == AgainWord && upsert {
		k = SetWord
	}
	return k, built
}

var (
	sqlComment  = regexp.MustCompile(`(?s)/\*.*?\*/|--[^\n]*`)
	sqlRelative = regexp.MustCompile(`(?i)\bset\b.*?([a-z_][a-z0-9_.]*)\s*=\s*(coalesce\()?([a-z_][a-z0-9_]*\.)?([a-z_][a-z0-9_]*)\s*(,\s*\d+\))?\s*(\+|-|\|\|)`)
	sqlUpsert   = regexp.MustCompile(`(?i)\bon\s+conflict\b|\bon\s+duplicate\s+key\b|\binsert\s+or\s+(replace|ignore)\b|\binsert\s+ignore\b|\bwhere\s+not\s+exists\b|\bif\s+not\s+exists\b`)
	surrealMake = regexp.MustCompile(`(?i)^create\s+[\w$*]+\s+(content\s+[{$*]|set\s+\w+\s*=)`)
	sqlVerb     = regexp.MustCompile(`(?i)\b(insert\s+into|insert\s+or|insert\s+ignore|update|delete\s+from|merge\s+into|upsert|replace\s+into|call|exec|execute)\b`)
)

// sqlWord says what a statement does.
func sqlWord(q string) Word {
	q = strings.TrimSpace(sqlComment.ReplaceAllString(q, " "))
	if q == "" || q[0] == '*' {
		return NoWord
	}
	first := strings.ToLower(strings.TrimLeft(strings.Fields(q)[0], "("))
	if cypherHead.MatchString(q) {
		return cypherWord(q)
	}
	switch first {
	case "select", "show", "explain", "describe", "desc", "pragma", "values", "begin", "commit", "rollback", "set", "use", "analyze", "vacuum":
		return ReadWord
	case "with":
		m := sqlVerb.FindString(q)
		if m == "" {
			return ReadWord
		}
	case "relate":
		return AgainWord
	case "create", "alter", "drop", "truncate", "grant", "revoke", "attach", "detach", "reindex":
		if surrealMake.MatchString(q) {
			return AgainWord // another record each time
		}
		if first == "drop" || first == "truncate" {
			return DeleteWord
		}
		return SetWord
	}
	m := strings.ToLower(sqlVerb.FindString(q))
	switch {
	case m == "":
		return NoWord
	case strings.HasPrefix(m, "insert") && bookkeeping.MatchString(sqlTable(q)):
		return SetWord
	case strings.HasPrefix(m, "insert"):
		if sqlUpsert.MatchString(q) {
			if i := strings.Index(strings.ToLower(q), "conflict"); i > 0 && relativeUpdate(q[i:]) {
				return AgainWord
			}
			return SetWord
		}
		return AgainWord
	case m == "update":
		if relativeUpdate(q) {
			return AgainWord
		}
		return SetWord
	case strings.HasPrefix(m, "delete"):
		return DeleteWord
	case m == "call", strings.HasPrefix(m, "exec"):
		return WriteWord
	}
	return SetWord // merge, upsert, replace
}

var (
	cypherHead = regexp.MustCompile(`(?i)^(match|optional\s+match|unwind|merge|create|return)\s*(\(|\$|\[|[a-z_]+\s*=\s*\(|[a-z_.]+\s+as\b)`)
	cypherVerb = regexp.MustCompile(`(?i)\b(on\s+create|create|merge|set|remove|delete)\b`)
)

// cypherWord says what a statement of Cypher does: CREATE makes another node
// each time, MERGE only what is missing.
func cypherWord(q string) Word {
	k := ReadWord
	if relativeUpdate(q) {
		return AgainWord
	}
	for _, v := range cypherVerb.FindAllString(q, -1) {
		switch strings.ToLower(v) {
		case "create":
			return AgainWord
		case "delete":
			k = DeleteWord
		default:
			k = max(k, SetWord)
		}
	}
	return k
}

// relativeUpdate reports whether a column is set from its own value.
func relativeUpdate(q string) bool {
	for _, m := range sqlRelative.FindAllStringSubmatch(strings.ReplaceAll(q, "\n", " "), -1) {
		col := m[1][strings.LastIndexByte(m[1], '.')+1:]
		if strings.EqualFold(col, m[4]) {
			return true
		}
	}
	return false
}

// bookkeeping are tables that record what happened: twice is what happened.
var bookkeeping = regexp.MustCompile(`(?i)audit|(^|[_.])(logs?|history|metrics?|stats?|usage|telemetry|traces?)($|_)|_(log|event)_?`)

var (
	statistics = regexp.MustCompile(`(?i)audit|(^|[_.])(metrics?|stats?|usage|telemetry)($|_)`)
	records    = regexp.MustCompile(`(?i)(^|[_.])events?$`)
	recorder   = regexp.MustCompile(`(?i)recorder|\bevents?\.|telemetry|tracker`)
)

// keepsRecords reports whether a statement is about statistics, or about events
// in a function of a type that is there to record them.
func keepsRecords(fr *frame, q string) bool {
	t := sqlTable(q)
	return statistics.MatchString(t) || records.MatchString(t) && recorder.MatchString(fr.fn.Name)
}

var sqlTarget = regexp.MustCompile(`(?i)\b(?:insert\s+into|update|delete\s+from|create)\s+([\w."` + "`" + `]+)`)

func sqlTable(q string) string {
	if m := sqlTarget.FindStringSubmatch(q); m != nil {
		return strings.ToLower(strings.Trim(m[1], "\"`"))
	}
	return ""
}

func sqlHead(q string) string {
	f := strings.Fields(sqlComment.ReplaceAllString(q, " "))
	if len(f) > 3 {
		f = f[:3]
	}
	s := strings.Join(f, " ")
	if i := strings.IndexByte(s, '('); i > 0 {
		s = s[:i]
	}
	return strings.TrimSpace(s)
}

// http classifies a request by its method and path.
func (w *walker) http(fr *frame, in *effects.Instr, e sdk.Entry) *Effect {
	x := &Effect{Kind: HTTP, Stake: "data"}
	var verbs, urls []string
	var bodies []string
	given := false
	note := func(fr *frame, in *effects.Instr, e sdk.Entry) {
		if v := e.Get("verb"); v != "" && v != "any" {
			verbs = union(verbs, []string{v})
		}
		if v, ok := attr(in, e, "method"); ok {
			for _, t := range w.texts(fr, v) {
				if t == "" {
					t = "GET"
				}
				verbs = union(verbs, []string{strings.ToUpper(t)})
				given = given || t == "*" && w.fromArg(fr, v) && !w.onlyReads(fr, in)
			}
		}
		if v, ok := attr(in, e, "url"); ok {
			urls = union(urls, w.texts(fr, v))
		}
		for k := range in.A {
			if len(bodies) < 4 && k > 0 {
				bodies = union(bodies, graphQL(w.texts(fr, in.A[k])))
			}
		}
	}
	note(fr, in, e)
	request := func(v effects.Val) {
		for _, m := range w.makers(fr, v) {
			for _, re := range w.v.Entries(m.in.Callee) {
				if re.Role == sdk.HTTPRequest {
					note(m.fr, m.in, re)
				}
			}
		}
	}
	if v, ok := attr(in, e, "request"); ok {
		request(v)
	} else if strings.Contains(in.Callee.Name, ".") && len(in.A) > 0 {
		request(in.A[0]) // a builder
	}
	if len(verbs) == 0 {
		verbs = []string{"*"}
	}
	if len(urls) == 0 {
		urls = []string{"*"}
	}
	if slices.ContainsFunc(urls, asksModel.MatchString) {
		x.Word, x.Hard, x.What = ReadWord, true, "a question to a language model"
		return x
	}
	key := w.headerKey(fr) || w.headerKeyNear(fr)
	for _, v := range verbs {
		for _, u := range urls {
			word, hard := httpWord(v, u)
			if v == "POST" || v == "*" {
				for _, b := range bodies {
					if k := graphWord(b); k != NoWord {
						word, hard = k, true
					}
				}
			}
			if word == AgainWord && key {
				word = SetWord
			}
			if word > x.Word || x.What == "" {
				x.Word, x.Hard, x.Method = word, hard, v
				x.What = strings.TrimSpace(v + " " + clip(shortURL(u), 90))
			}
		}
	}
	if len(verbs) > 1 {
		x.Hard = false
	}
	if slices.Contains(verbs, "*") {
		x.Arg = true
	}
	if strings.Contains(x.What, "*") && strings.HasPrefix(x.What, "* ") {
		x.What = "HTTP request " + x.What[2:]
	}
	if given {
		x.Word, x.Hard, x.What = AgainWord, true, "the request that it is given"
		return x
	}
	if x.Word == DeleteWord {
		x.Stake = "deletion"
	}
	if x.Word == AgainWord {
		x.Stake = stakeOf(Split(x.What))
	}
	return x
}

// onlyReads reports whether a check on the way lets no method pass that
// changes something.
func (w *walker) onlyReads(fr *frame, in *effects.Instr) bool {
	blk := in.Blk
	for x := fr; x != nil; x = x.up {
		for _, g := range x.fn.Blocks[blk].Guards {
			d := x.fn.Def(g.Cond)
			if d == nil || d.Op != effects.Bin || (d.S == "==") == g.Neg || d.S != "==" && d.S != "!=" {
				continue
			}
			for _, a := range d.A {
				if a.K == effects.Const && (a.S == "GET" || a.S == "HEAD") {
					return true
				}
			}
		}
		if x.edge == nil {
			break
		}
		blk = x.up.fn.Code[x.edge.Instr].Blk
	}
	return false
}

func graphQL(texts []string) []string {
	var out []string
	for _, t := range texts {
		if strings.Contains(t, "mutation") || strings.Contains(t, "query") && strings.Contains(t, "{") {
			out = append(out, t)
		}
	}
	return out
}

var mutationName = regexp.MustCompile(`mutation\b[^{]*\{\s*(?:\w+\s*:\s*)?(\w+)`)

func graphWord(body string) Word {
	if m := mutationName.FindStringSubmatch(body); m != nil {
		return mutation(m[1])
	}
	if strings.HasPrefix(strings.TrimSpace(body), "query") || strings.Contains(body, "query ") && strings.Contains(body, "{") {
		return ReadWord
	}
	return NoWord
}

func shortURL(u string) string {
	if i := strings.Index(u, "://"); i >= 0 {
		u = u[i+3:]
		if j := strings.IndexByte(u, '/'); j >= 0 {
			u = u[j:]
		}
	}
	u = strings.TrimLeft(u, "*")
	if i := strings.IndexByte(u, '?'); i >= 0 {
		u = u[:i]
	}
	for strings.Contains(u, "//") {
		u = strings.ReplaceAll(u, "//", "/")
	}
	return u
}

// clip shortens what is shown.
func clip(s string, n int) string {
	if len(s) > n {
		return s[:n-1] + "…"
	}
	return s
}

// httpWord says what a request does, and whether its form proves it.
func httpWord(verb, url string) (Word, bool) {
	switch verb {
	case "GET", "HEAD", "OPTIONS":
		return ReadWord, true
	case "PUT":
		return SetWord, true
	case "PATCH":
		return SetWord, false
	case "DELETE":
		return DeleteWord, true
	case "POST":
		return pathWord(shortURL(url))
	}
	return WriteWord, false
}

// asksModel matches where language models are asked: the answer is all that
// comes of it.
var asksModel = regexp.MustCompile(`(?i)/(chat/)?completions$|/embeddings$|:(stream)?generatecontent$|(anthropic|openai)[^ ]*/(messages|responses)$`)

var readPath = map[string]bool{
	"graphql": true, "_search": true, "_query": true, "query_range": true, "_count": true, "_msearch": true, "token": true, "oauth2": true, "oauth": true,
	"introspection": true, "introspect": true, "login": true, "batchget": true, "dryrun": true, "dry_run": true, "validate": true, "logs": true, "labels": true, "series": true,
	"completions": true, "embeddings": true, "rerank": true, "tokenize": true, "generate": true, "responses": true, "converse": true, "reviews_list": true,
}

// pathWord says what posting to a path does.
func pathWord(path string) (Word, bool) {
	path = strings.Trim(path, "/")
	if strings.HasSuffix(path, "*") || path == "" {
		return WriteWord, false // a member of a collection, or not known
	}
	if path == "v1/messages" || strings.HasSuffix(path, "/v1/messages") && !strings.Contains(path, "*/v1") {
		return ReadWord, false // asks a language model
	}
	elems := strings.Split(path, "/")
	last := elems[len(elems)-1]
	// Remote procedures: Service.Method, service:method.
	if i := strings.LastIndexAny(last, ".:"); i >= 0 && i+1 < len(last) && !strings.Contains(last[i+1:], "*") {
		last = last[i+1:]
		words := Split(last)
		if k := vocabulary[words[0]]; k != NoWord {
			return k, k != WriteWord
		}
	}
	if readPath[strings.ToLower(last)] {
		return ReadWord, false
	}
	if strings.EqualFold(last, "start") && len(elems) > 1 && strings.HasSuffix(elems[len(elems)-2], "*") {
		return SetWord, false // a member that runs is not started again
	}
	words := Split(last)
	if len(words) == 0 {
		return WriteWord, false
	}
	if k := vocabulary[words[0]]; k != NoWord && nouns[words[0]] == "" {
		_, isNoun := nouns[words[0]]
		if !isNoun {
			return k, k != WriteWord && k != ReadWord
		}
	}
	for _, wd := range words {
		if vocabulary[wd] == ReadWord {
			return ReadWord, false
		}
	}
	if plural(words[len(words)-1]) {
		return AgainWord, true // a new member of a collection
	}
	return WriteWord, false
}

func plural(w string) bool {
	return len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "status") && !strings.HasSuffix(w, "is")
}

// stakeOf is what is at stake in words of a path, a method or a name.
func stakeOf(words []string) string {
	for _, x := range words {
		switch strings.TrimSuffix(x, "s") {
		case "payment", "charge", "refund", "invoice", "transfer", "order", "payout", "purchase", "checkout", "subscription", "billing", "money", "pay":
			return "money"
		}
	}
	for _, x := range words {
		switch strings.TrimSuffix(x, "s") {
		case "message", "comment", "email", "mail", "notification", "sm", "sms", "chat", "tweet", "reply", "review", "activity", "incident", "alert", "page", "produce", "publish", "send", "event":
			return "message"
		}
	}
	for _, x := range words {
		switch strings.TrimSuffix(x, "s") {
		case "deployment", "deploy", "run", "job", "workflow", "pipeline", "build", "release", "cluster", "instance", "container", "pod", "environment", "workspace", "trigger", "dispatch", "restart", "exec", "command":
			return "deployment"
		}
	}
	return "data"
}

// headerKey reports whether a frame on the way sets a header by which the
// service recognises a repetition.
func (w *walker) headerKey(fr *frame) bool {
	for x := fr; x != nil; x = x.up {
		if w.setsKey(x.fn) && !w.emptyKey(x) {
			return true
		}
	}
	return false
}

// headerKeyNear looks at the helpers that the sending function calls.
func (w *walker) headerKeyNear(fr *frame) bool {
	for _, e := range fr.fn.Out {
		if w.setsKey(e.To) {
			return true
		}
	}
	return false
}
