package read

import (
	"regexp"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// debugVariable switches old behaviour of the Go SDK back on. It is the one variable whose value is kept.
const debugVariable = "MCPGODEBUG"

// env is a variable with the value of a node. The value itself is dropped unless a rule reads it.
func env(name string, v *tree.Node, at fact.Pos) fact.Env {
	value := ""
	if v != nil && v.Kind == tree.Scalar {
		value = v.Value
		at = v.Key
	}
	return variable(name, value, at, v == nil)
}

// variable is a variable that a text sets.
func variable(name, value string, at fact.Pos, unset bool) fact.Env {
	e := fact.Env{Pos: at, Name: name, Empty: value == "" && !unset}
	if name == debugVariable {
		e.Value = value
	}
	e.From = hostVariables(value)
	return e
}

// hostVariables finds what a platform replaces by the instance's own name.
func hostVariables(value string) string {
	for _, v := range []string{"$HOSTNAME", "${HOSTNAME}", "$(HOSTNAME)", "$(hostname)", "`hostname`", "{{.Node.Hostname}}", "{{.Task.Name}}", "{{.Task.Slot}}", "{{.Task.ID}}", "$FLY_MACHINE_ID", "${FLY_MACHINE_ID}", "$FLY_ALLOC_ID", "$DYNO", "${DYNO}", "$K_REVISION"} {
		if strings.Contains(value, v) {
			return strings.Trim(v, "$(){}`")
		}
	}
	return ""
}

// assignments finds the variables that a shell command sets for a program, as in "A=1 B=2 ./server".
func assignments(command string, at fact.Pos) []fact.Env {
	var out []fact.Env
	for _, word := range shellWords(command) {
		name, value, ok := strings.Cut(word, "=")
		if ok && strings.ContainsAny(word, " \t\n") && word != command {
			out = append(out, assignments(word, at)...) // a script in quotes
		} else if ok && name == debugVariable {
			out = append(out, variable(name, value, at, false))
		}
	}
	return out
}

// shellWords splits a command into words. Quotes hold words together and are dropped.
func shellWords(s string) []string {
	var words []string
	var word strings.Builder
	quote, any := rune(0), false
	for _, r := range s {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, any = r, true
		case strings.ContainsRune(" \t\r\n;&|", r):
			if word.Len() > 0 || any {
				words = append(words, word.String())
			}
			word.Reset()
			any = false
		default:
			word.WriteRune(r)
		}
	}
	if word.Len() > 0 || any {
		words = append(words, word.String())
	}
	return words
}

// methods that probes like to call and that the protocol no longer has. In a shell command the quotes may be escaped.
var methodCall = regexp.MustCompile(`method\\*["']\s*:\s*\\*["'](initialize|ping|logging/setLevel)\\*["']`)

// removedCall is the removed MCP method that a command sends, "" if it sends none.
func removedCall(command string) string {
	if m := methodCall.FindStringSubmatch(command); m != nil {
		return m[1]
	}
	return ""
}

// gets is the path of the URL that a command gets with curl or wget, unless it sends something.
func gets(command string) string {
	words := shellWords(command)
	getter := false
	for _, w := range words {
		switch base := w[strings.LastIndex(w, "/")+1:]; {
		case base == "curl" || base == "wget":
			getter = true
		case w == "-d" || strings.HasPrefix(w, "--data") || strings.HasPrefix(w, "--post") || w == "-X" || w == "--request" || strings.HasPrefix(w, "-XPOST") || w == "-I" || w == "--head":
			return ""
		}
	}
	if !getter {
		return ""
	}
	for _, w := range words {
		if _, rest, ok := strings.Cut(w, "://"); ok {
			if i := strings.IndexByte(rest, '/'); i >= 0 {
				path, _, _ := strings.Cut(rest[i:], "?")
				return path
			}
		}
	}
	return ""
}
