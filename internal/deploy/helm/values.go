package helm

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

type table = map[string]any

// parseValues reads a values file. Nothing of the text enters the error: it may hold secrets.
func parseValues(f File) (table, error) {
	out := table{}
	if len(f.Src) == 0 {
		return out, nil
	}
	var v any
	if err := yaml.Unmarshal(f.Src, &v); err != nil {
		return nil, fmt.Errorf("%s is no valid YAML", f.Shown)
	}
	switch v := normal(v).(type) {
	case table:
		return v, nil
	case nil:
		return out, nil
	}
	return nil, fmt.Errorf("%s holds no map of values", f.Shown)
}

// normal gives values the types that templates expect. Helm takes them through JSON, where every number is a float.
func normal(v any) any {
	switch v := v.(type) {
	case int:
		return float64(v)
	case int64:
		return float64(v)
	case uint64:
		return float64(v)
	case map[string]any:
		for k := range v {
			v[k] = normal(v[k])
		}
		return v
	case map[any]any:
		out := table{}
		for k, e := range v {
			out[fmt.Sprint(k)] = normal(e)
		}
		return out
	case []any:
		for i := range v {
			v[i] = normal(v[i])
		}
	}
	return v
}

// merge lays values over defaults. A null in the values takes the default away, as Helm does.
func merge(over, defaults table) table {
	out := table{}
	for k, v := range defaults {
		out[k] = clone(v)
	}
	for k, v := range over {
		sub, isMap := v.(table)
		def, wasMap := out[k].(table)
		switch {
		case v == nil:
			delete(out, k)
		case isMap && wasMap:
			out[k] = merge(sub, def)
		default:
			out[k] = clone(v)
		}
	}
	return out
}

func clone(v any) any {
	switch v := v.(type) {
	case table:
		out := table{}
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

// An instance is a chart in its place: with its values, and its enabled subcharts.
type instance struct {
	chart  *Chart
	name   string // its alias, or the chart's name
	path   string // prefix of its templates' names
	values table
	sub    []*instance
}

// instantiate decides which subcharts are on and which values each of them gets.
func instantiate(c *Chart, name, prefix string, over table) (*instance, error) {
	defaults, err := parseValues(c.Values)
	if err != nil {
		return nil, err
	}
	in := &instance{chart: c, name: name, path: prefix, values: merge(over, defaults)}
	global, _ := in.values["global"].(table)
	for _, sub := range c.Sub {
		deps := dependencies(c, sub)
		for _, d := range deps {
			as := sub.Meta.Name
			if d != nil {
				if d.Alias != "" {
					as = d.Alias
				}
				if !enabled(d, in.values) {
					continue
				}
			}
			given, _ := clone(in.values[as]).(table)
			if given == nil {
				given = table{}
			}
			own, _ := given["global"].(table)
			given["global"] = merge(global, own)
			named := *sub
			named.Meta.Name = as // an alias renames the chart
			child, err := instantiate(&named, as, prefix+"/charts/"+as, given)
			if err != nil {
				return nil, err
			}
			in.values[as] = child.values
			in.sub = append(in.sub, child)
			if d != nil {
				for _, i := range d.Imports {
					in.values = merge(in.values, imported(i, child.values))
				}
			}
		}
	}
	return in, nil
}

// imported is what a parent takes over from the values of a subchart: its export of a name, or a table that it names with the place that it is
// for. The parent's own values win.
func imported(entry any, values table) table {
	split := func(path string) []string { return strings.Split(path, ".") }
	switch entry := entry.(type) {
	case string:
		t, _ := lookup(values, append([]string{"exports"}, split(entry)...)).(table)
		return t
	case table:
		from, _ := entry["child"].(string)
		to, _ := entry["parent"].(string)
		t, ok := lookup(values, split(from)).(table)
		if !ok || to == "" {
			return nil
		}
		if to == "." {
			return t
		}
		path := split(to)
		for i := len(path) - 1; i >= 0; i-- {
			t = table{path[i]: t}
		}
		return t
	}
	return nil
}

// dependencies are the entries of Chart.yaml for a subchart; one nil entry if there is none, for a chart that simply lies in the folder.
func dependencies(c, sub *Chart) []*Dependency {
	var out []*Dependency
	for i := range c.Meta.Dependencies {
		if d := &c.Meta.Dependencies[i]; d.Name == sub.Meta.Name {
			out = append(out, d)
		}
	}
	if out == nil {
		return []*Dependency{nil}
	}
	return out
}

// enabled applies a dependency's tags and then its condition, of which the first path with a boolean counts.
func enabled(d *Dependency, values table) bool {
	on := true
	if tags, ok := values["tags"].(table); ok && len(d.Tags) > 0 {
		var yes, no bool
		for _, t := range d.Tags {
			if b, ok := tags[t].(bool); ok {
				yes, no = yes || b, no || !b
			}
		}
		on = yes || !no
	}
	for p := range strings.SplitSeq(d.Condition, ",") {
		if b, ok := lookup(values, strings.Split(strings.TrimSpace(p), ".")).(bool); ok {
			return b
		}
	}
	return on
}

func lookup(values table, keys []string) any {
	var v any = values
	for _, k := range keys {
		m, ok := v.(table)
		if !ok {
			return nil
		}
		v = m[k]
	}
	return v
}

// all lists an instance and everything below it, parents first.
func (in *instance) all() []*instance {
	out := []*instance{in}
	for _, s := range in.sub {
		out = append(out, s.all()...)
	}
	return slices.Clip(out)
}
