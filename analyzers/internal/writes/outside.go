package writes

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
)

// outside guesses what a method of an outside service's client does that no
// table names. Only the name speaks, so the result is never hard.
func (w *walker) outside(fr *frame, in *effects.Instr, s effects.Sym) *Effect {
	if s.IsZero() || !foreign(s.Path) || !strings.Contains(s.Name, ".") {
		return nil
	}
	if w.v.Tab.IsSDK(s.Path) {
		if method(s) == "CallTool" || method(s) == "CallToolWithContext" {
			return &Effect{Kind: Forward, Word: WriteWord, Stake: "data", What: "the call of another server's tool", Arg: w.namesTool(fr, in)}
		}
		return nil
	}
	if x := w.editedBy(fr, in, s); x != nil {
		return x
	}
	if harmless(s) || !w.talks(fr, in) {
		return nil
	}
	words := Split(method(s))
	if len(words) == 0 {
		return nil
	}
	if x := w.requestBy(fr, in, words); x != nil {
		return x
	}
	if len(words) == 1 && generic[words[0]] && w.handsOver(fr, in) {
		return nil // runs a function of the server's own, which is looked at itself
	}
	k := verbAt(words, 0)
	if words[0] == "must" && len(words) > 1 {
		k = verbAt(words, 1)
	}
	for i := 1; k == NoWord && i < len(words); i++ {
		k = verbAt(words, i)
	}
	if k == NoWord && len(words) == 1 { // Type.Call, Type.Do
		t, _, _ := strings.Cut(s.Name, ".")
		for _, x := range Split(t) {
			if vocabulary[x] > k {
				k = vocabulary[x]
			}
		}
	}
	if t, _, _ := strings.Cut(strings.ToLower(s.Name), "."); words[0] == "exec" && (strings.Contains(t, "pipe") || strings.Contains(t, "tx") || strings.Contains(t, "batch")) {
		return nil // sends what was queued before
	}
	switch words[len(words)-1] {
	case "offset", "offsets":
		if words[0] == "commit" {
			k = AgainWord // the next call reads what comes after
		}
	case "back", "forward", "next", "previous", "step":
		k = AgainWord // relative to where it stands
	}
	if k == NoWord {
		return nil
	}
	if last := words[len(words)-1]; k == AgainWord && onceOnly[strings.TrimSuffix(last, "s")] {
		k = SetWord
	}
	return &Effect{Kind: API, Word: k, Stake: stakeOf(append(words, Split(s.Name)...)), What: short(s)}
}

// namesTool reports whether the caller says which tool of the other server is
// called: the name is an argument of this tool.
func (w *walker) namesTool(fr *frame, in *effects.Instr) bool {
	for _, a := range in.A {
		f2, v := w.resolve(fr, a)
		for _, st := range w.v.StoresMatching(f2.fn, v, func(field string) bool { return field == "Name" || field == "Params" }) {
			if w.fromArg(fr.of(st.Fn), st.Val) {
				return true
			}
		}
	}
	return false
}

// handsOver reports whether a call is given a function of the program.
func (w *walker) handsOver(fr *frame, in *effects.Instr) bool {
	return slices.ContainsFunc(in.A, func(a effects.Val) bool { return len(w.v.FuncsOf(fr.fn, a)) > 0 })
}

// foreign reports whether an import path is of neither the standard library
// nor a mere name.
func foreign(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return strings.Contains(first, ".")
}

// talks reports whether a call can fail or be cancelled, as what goes outside
// can.
func (w *walker) talks(fr *frame, in *effects.Instr) bool {
	if strings.Contains(in.Type, "error") || strings.HasPrefix(in.Type, "chan ") {
		return true
	}
	// Where the client's package could not be loaded, so is its error.
	if in.Type == "any" || strings.HasSuffix(in.Type, "any)") {
		return true
	}
	for _, a := range in.A {
		if w.v.RegType(fr.fn, a) == "context.Context" {
			return true
		}
	}
	return in.Dst < 0 && strings.Contains(in.Callee.Name, ".Must")
}

// harmless packages compute, log, measure or parse.
func harmless(s effects.Sym) bool {
	p := strings.ToLower(s.Path + "." + s.Name)
	for _, x := range []string{
		"/log", "log/", "logr", "zap", "zerolog", "slog", "otel", "opentelemetry", "prometheus/client_golang", "metric", "tracing", "trace", "jaeger", "/yaml", "/json", "/toml", "/xml",
		"uuid", "cobra", "viper", "pflag", "validator", "/jwt", "oauth2", "golang.org/x/sync", "golang.org/x/text", "golang.org/x/time", "golang.org/x/crypto", "x/exp", "protobuf", "/template",
		"color", "testify", "gomega", "/errors", "jsonschema", "semver", "/hcl", "cty", "markdown", "goldmark", "/html", "goquery", "encoding", "/cron", "/singleflight", "ratelimit", "backoff", "retry",
		"apimachinery", "go-openapi", "/gin", "/echo", "/fiber", "/chi", "/mux", "websocket.upgrader", "openfeature", "launchdarkly", "sentry", "segmentio/analytics", "mapstructure", "copystructure",
	} {
		if strings.Contains(p, x) {
			return true
		}
	}
	return false
}

// requestBy classifies a client's own method that makes or sends a request:
// one of its arguments is the HTTP method, the next string is the path.
func (w *walker) requestBy(fr *frame, in *effects.Instr, words []string) *Effect {
	ok := false
	for _, x := range words {
		switch x {
		case "request", "do", "call", "invoke", "send", "execute":
			ok = true
		}
	}
	if !ok {
		return nil
	}
	for k, a := range in.A {
		if w.v.RegType(fr.fn, a) != "string" && a.K != effects.Const {
			continue
		}
		verbs := w.texts(fr, a)
		if len(verbs) != 1 || !httpVerb(verbs[0]) {
			continue
		}
		url := "*"
		for _, b := range in.A[k+1:] {
			if w.v.RegType(fr.fn, b) == "string" || b.K == effects.Const && b.I == 1 {
				url = w.texts(fr, b)[0]
				break
			}
		}
		word, hard := httpWord(verbs[0], url)
		x := &Effect{Kind: HTTP, Word: word, Hard: hard, Stake: stakeOf(Split(url)), What: strings.TrimSpace(verbs[0] + " " + shortURL(url))}
		if word == ReadWord {
			x.Word = NoWord
		}
		return x
	}
	return nil
}

func httpVerb(s string) bool {
	switch s {
	case "GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE":
		return true
	}
	return false
}

// editedBy recognises a method that writes content of which a part was
// replaced.
func (w *walker) editedBy(fr *frame, in *effects.Instr, s effects.Sym) *Effect {
	writes := false
	for _, x := range Split(method(s)) {
		switch x {
		case "file", "write", "put", "save", "content", "contents", "upload", "patch":
			writes = true
		}
	}
	if !writes {
		return nil
	}
	for _, a := range in.A[1:] {
		switch w.v.RegType(fr.fn, a) {
		case "string", "[]byte", "[]uint8":
			if k, hard := w.edited(fr, a); k {
				return &Effect{Kind: File, Word: AgainWord, Hard: hard, Arg: true, Stake: "data", What: "rewrites what it read from the file"}
			}
		}
	}
	return nil
}
