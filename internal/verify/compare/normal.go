// Package compare decides whether two answers to the same call say the same. What may differ between two runs does not count:
// captured handles, times, random ids, addresses, what the scenario declares volatile, and what differed between two runs
// on a single instance.
package compare

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/mcpaudit/mcpaudit/internal/verify/client"
	"github.com/mcpaudit/mcpaudit/internal/verify/scenario"
)

// A Normal is an answer without what may differ.
type Normal struct {
	Kind client.Kind
	Doc  any
}

// minInside is the length from which a captured value is looked for inside of texts; a shorter one must be the whole text.
const minInside = 6

// Normalize strips an answer. Names maps values to the names that stand for them, volatile lists what is not compared.
func Normalize(a *client.Answer, names map[string]string, volatile []scenario.Path) Normal {
	doc := make(map[string]any)
	maps.Copy(doc, a.Doc)
	dropDoubles(doc)
	out := clone(doc)
	for _, p := range volatile {
		out = mask(out, p)
	}
	return Normal{Kind: a.Kind, Doc: strip(out, replacer(names), names)}
}

// dropDoubles removes what an answer says twice, so that a difference is reported once: the text of its content,
// and a text that is the structured content as JSON.
func dropDoubles(doc map[string]any) {
	if content, ok := doc["content"].([]any); ok {
		other := slices.DeleteFunc(slices.Clone(content), func(part any) bool {
			m, ok := part.(map[string]any)
			return ok && m["type"] == "text"
		})
		doc["content"] = other
		if len(other) == 0 {
			delete(doc, "content")
		}
	}
	if doc["messages"] != nil {
		delete(doc, "text")
	}
	if contents, ok := doc["contents"].([]any); ok {
		var other []any
		for _, part := range contents {
			if m, ok := part.(map[string]any); ok {
				m = maps.Clone(m)
				delete(m, "text")
				part = m
			}
			other = append(other, part)
		}
		doc["contents"] = other
	}
	text, _ := doc["text"].(string)
	if doc["structured"] != nil && (strings.HasPrefix(strings.TrimSpace(text), "{") || strings.HasPrefix(strings.TrimSpace(text), "[")) {
		delete(doc, "text")
	}
}

func clone(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for k := range v {
			out[k] = clone(v[k])
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = clone(v[i])
		}
		return out
	}
	return v
}

const volatileMark = "<volatile>"

// mask replaces what a path selects.
func mask(doc any, p scenario.Path) any {
	compiled, err := p.Compile()
	if err != nil {
		return doc // Load refuses such paths
	}
	for _, node := range compiled.SelectLocated(doc) {
		doc = setAt(doc, node.Path.String())
	}
	return doc
}

// pathPart is one part of a normalized path (RFC 9535, section 2.7): ['name'] or [0].
var pathPart = regexp.MustCompile(`\['((?:[^'\\]|\\.)*)'\]|\[(\d+)\]`)

func setAt(doc any, path string) any {
	parts := pathPart.FindAllStringSubmatch(path, -1)
	if len(parts) == 0 {
		return volatileMark
	}
	at := doc
	for i, part := range parts {
		last := i == len(parts)-1
		switch parent := at.(type) {
		case map[string]any:
			key := strings.NewReplacer(`\'`, `'`, `\\`, `\`).Replace(part[1])
			if last {
				parent[key] = volatileMark
			}
			at = parent[key]
		case []any:
			n, err := strconv.Atoi(part[2])
			if err != nil || n >= len(parent) {
				return doc
			}
			if last {
				parent[n] = volatileMark
			}
			at = parent[n]
		}
	}
	return doc
}

// replacer puts names in place of values inside of texts, longest value first.
func replacer(names map[string]string) *strings.Replacer {
	values := slices.Collect(maps.Keys(names))
	slices.SortFunc(values, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	var pairs []string
	for _, v := range values {
		if len(v) >= minInside {
			pairs = append(pairs, v, "<"+names[v]+">")
		}
	}
	return strings.NewReplacer(pairs...)
}

func strip(v any, r *strings.Replacer, names map[string]string) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for k := range v {
			out[stripText(k, r, names)] = strip(v[k], r, names)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = strip(v[i], r, names)
		}
		return out
	case string:
		return stripText(v, r, names)
	case float64:
		if isEpoch(v) {
			return "<time>"
		}
	}
	return v
}

func stripText(s string, r *strings.Replacer, names map[string]string) string {
	if name, ok := names[s]; ok {
		return "<" + name + ">"
	}
	s = r.Replace(s)
	for _, p := range patterns {
		s = p.re.ReplaceAllStringFunc(s, func(found string) string {
			if p.only != nil && !p.only(found) {
				return found
			}
			return p.name
		})
	}
	return s
}

// patterns are texts that differ between any two runs.
var patterns = []struct {
	re   *regexp.Regexp
	only func(string) bool
	name string
}{
	{regexp.MustCompile(`\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(\.\d+)?(\s?(Z|[+-]\d{2}:?\d{2}))?( [A-Z]{3,4})?( m=[+-][\d.]+)?`), nil, "<time>"},
	{regexp.MustCompile(`\b20\d{6}[-T_]?\d{6}Z?\b`), nil, "<time>"},
	{regexp.MustCompile(`\b\d{1,2}:\d{2}:\d{2}(\.\d+)?\b`), nil, "<time>"},
	{regexp.MustCompile(`\b1[6-9]\d{8}(\d{3}|\d{6}|\d{9})?\b`), nil, "<time>"},
	{regexp.MustCompile(`\b\d+(\.\d+)?(ns|µs|us|ms)\b`), nil, "<duration>"},
	{regexp.MustCompile(`(?i)\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`), nil, "<id>"},
	{regexp.MustCompile(`(127\.0\.0\.1|localhost|\[::1\]):\d+`), nil, "<address>"},
	{regexp.MustCompile(`\b[0-9a-f]{16,}\b`), nil, "<id>"},
	{regexp.MustCompile(`\b[A-Z2-7]{26}\b`), nil, "<id>"},
	{regexp.MustCompile(`[A-Za-z0-9_-]{22,}`), random, "<id>"},
}

// random reports whether a long word looks drawn by lot: it has digits and letters of both cases.
func random(s string) bool {
	return strings.ContainsFunc(s, unicode.IsDigit) && strings.ContainsFunc(s, unicode.IsUpper) && strings.ContainsFunc(s, unicode.IsLower)
}

// isEpoch reports whether a number is a time between 2020 and 2050, in seconds or milliseconds.
func isEpoch(v float64) bool {
	const from, to = 1577836800, 2524608000
	return v >= from && v < to || v >= from*1000 && v < to*1000
}
