package helm

import (
	"bytes"
	"fmt"
	"maps"
	"strings"

	"sigs.k8s.io/yaml"
)

type table = map[string]any

// parseValues reads a values file. Its documents are laid over each other. Nothing of the text enters the error: it may hold secrets.
func parseValues(f File) (table, error) {
	out := table{}
	for _, doc := range documents(f.Src) {
		var v table
		if err := yaml.Unmarshal(doc, &v); err != nil {
			return nil, fmt.Errorf("%s is no valid YAML that holds a map of values", f.Shown)
		}
		out = joined(out, v)
	}
	return out, nil
}

// documents splits a text at the lines that separate documents.
func documents(src []byte) [][]byte {
	var out [][]byte
	var doc []byte
	for line := range bytes.Lines(src) {
		if string(bytes.TrimRight(line, " \t\r\n")) == "---" {
			out, doc = append(out, doc), nil
			continue
		}
		doc = append(doc, line...)
	}
	return append(out, doc)
}

// joined are the entries of two tables, of which the second one wins.
func joined(a, b table) table {
	out := maps.Clone(a)
	for k, v := range b {
		under, wasTable := out[k].(table)
		if over, isTable := v.(table); isTable && wasTable {
			v = joined(under, over)
		}
		out[k] = v
	}
	return out
}

func clone(v any) any {
	switch v := v.(type) {
	case table:
		out := make(table, len(v))
		for k, e := range v {
			out[k] = clone(e)
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

// lay completes the values given to a chart with its defaults, and those of its subcharts with theirs. A null that was given takes a default
// away, unless nulls are kept for a later round.
func (in *instance) lay(given table, keep bool) error {
	for key, v := range clone(in.values).(table) {
		have, isGiven := given[key]
		switch {
		case !isGiven && (keep || v != nil):
			if t, ok := v.(table); ok && !keep {
				withoutNulls(t)
			}
			given[key] = v
		case isGiven && have == nil && !keep:
			delete(given, key)
		case isGiven:
			over, ok := have.(table)
			under, isTable := v.(table)
			if !ok || !isTable {
				continue
			}
			later := keep || in.subchart(key) != nil // a subchart's values are completed in its own turn
			if !later {
				withoutNulls(under)
			}
			complete(over, under, later)
		}
	}
	for _, s := range in.sub {
		if _, ok := given[s.meta.Name]; !ok {
			given[s.meta.Name] = table{}
		}
		own, ok := given[s.meta.Name].(table)
		if !ok {
			return fmt.Errorf("the values for the subchart %s are no map", s.meta.Name)
		}
		handDown(own, given)
		if err := s.lay(own, keep); err != nil {
			return err
		}
	}
	return nil
}

// complete adds to a table what it lacks.
func complete(dst, src table, keep bool) {
	whole := map[string]bool{}
	for key, v := range src {
		whole[key] = v != nil
	}
	for key, v := range dst {
		if v == nil {
			src[key] = nil
		}
	}
	for key, v := range src {
		have, ok := dst[key]
		switch {
		case !ok:
			dst[key] = v
		case have == nil && !keep && whole[key]:
			delete(dst, key)
		default:
			over, ok := have.(table)
			under, isTable := v.(table)
			if ok && isTable {
				complete(over, under, keep)
			}
		}
	}
}

const globals = "global"

// handDown gives a subchart the global values of its parent, which win over its own.
func handDown(own, parent table) {
	dst, ok := own[globals].(table)
	if _, given := own[globals]; given && !ok {
		return
	}
	src, ok := parent[globals].(table)
	if _, given := parent[globals]; given && !ok {
		return
	}
	if dst == nil {
		dst = table{}
	}
	for key, v := range src {
		from, isTable := v.(table)
		have, given := dst[key]
		to, wasTable := have.(table)
		switch {
		case isTable && !given:
			dst[key] = maps.Clone(from)
		case isTable && wasTable:
			from = maps.Clone(from)
			complete(from, to, true)
			dst[key] = from
		case !isTable && !wasTable:
			dst[key] = v
		}
	}
	own[globals] = dst
}

func withoutNulls(t table) {
	for key, v := range t {
		if v == nil {
			delete(t, key)
		} else if sub, ok := v.(table); ok {
			withoutNulls(sub)
		}
	}
}

// at is the value at a path with dots, nil if there is none.
func at(values table, path string) any {
	var v any = values
	for key := range strings.SplitSeq(path, ".") {
		t, ok := v.(table)
		if !ok {
			return nil
		}
		v = t[key]
	}
	return v
}
