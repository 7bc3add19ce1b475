package helm

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"
)

// An instance is a chart in its place: under its alias, with its values and with the subcharts that are on.
type instance struct {
	chart  *Chart
	meta   Metadata
	path   string // prefix of the names of its templates
	values table  // the defaults, then what templates see
	sub    []*instance
}

// instantiate decides which subcharts are on, and which values each chart gets.
func instantiate(c *Chart, given table) (*instance, error) {
	top, err := newInstance(c)
	if err != nil {
		return nil, err
	}
	if err := top.choose(given, ""); err != nil {
		return nil, err
	}
	if err := top.takeOver(); err != nil {
		return nil, err
	}
	values := clone(given).(table)
	if err := top.lay(values, false); err != nil {
		return nil, err
	}
	top.settle(c.Meta.Name, values)
	return top, nil
}

func newInstance(c *Chart) (*instance, error) {
	values, err := parseValues(c.Values)
	if err != nil {
		return nil, err
	}
	in := &instance{chart: c, meta: c.Meta, values: values}
	for _, sub := range c.Sub {
		s, err := newInstance(sub)
		if err != nil {
			return nil, err
		}
		in.sub = append(in.sub, s)
	}
	return in, nil
}

// copied is a copy for a second place. Files are shared.
func (in *instance) copied() *instance {
	out := *in
	out.values = clone(in.values).(table)
	out.meta.Dependencies = slices.Clone(in.meta.Dependencies)
	out.sub = nil
	for _, s := range in.sub {
		out.sub = append(out.sub, s.copied())
	}
	return &out
}

// settle hands the completed values out.
func (in *instance) settle(path string, values table) {
	in.path, in.values = path, values
	for _, s := range in.sub {
		own, ok := values[s.meta.Name].(table)
		if !ok {
			own = table{}
		}
		s.settle(path+"/charts/"+s.meta.Name, own)
	}
}

func (in *instance) subchart(name string) *instance {
	for _, s := range in.sub {
		if s.meta.Name == name {
			return s
		}
	}
	return nil
}

// choose keeps the subcharts that are on, under their aliases. The values are those of everything above, and path leads to this chart's. A chart that
// names no dependencies keeps what lies in its folder.
func (in *instance) choose(given table, path string) error {
	if in.meta.Dependencies == nil {
		return nil
	}
	in.meta.Dependencies = slices.Clone(in.meta.Dependencies)
	deps := in.meta.Dependencies
	named := func(s *instance) bool {
		return slices.ContainsFunc(deps, func(d Dependency) bool { return d.fits(s.meta) })
	}
	sub := slices.Clone(in.sub)
	sub = slices.DeleteFunc(sub, named)
	for i, d := range deps {
		if at := slices.IndexFunc(in.sub, func(s *instance) bool { return d.fits(s.meta) }); at >= 0 {
			s := in.sub[at].copied()
			if d.Alias != "" {
				s.meta.Name = d.Alias
			}
			sub = append(sub, s)
		}
		if d.Alias != "" {
			deps[i].Name = d.Alias
		}
	}
	in.sub = sub
	values := clone(given).(table)
	if err := in.lay(values, false); err != nil {
		return err
	}
	off := map[string]bool{}
	for i := range deps {
		deps[i].Enabled = deps[i].on(values, path)
		off[deps[i].Name] = off[deps[i].Name] || !deps[i].Enabled
	}
	in.meta.Dependencies = slices.DeleteFunc(deps, func(d Dependency) bool { return off[d.Name] })
	in.sub = slices.DeleteFunc(in.sub, func(s *instance) bool { return off[s.meta.Name] })
	for _, s := range in.sub {
		if err := s.choose(values, path+s.meta.Name+"."); err != nil {
			return err
		}
	}
	return nil
}

// fits reports whether a chart is the one that a dependency means.
func (d Dependency) fits(m Metadata) bool {
	if d.Name != m.Name {
		return false
	}
	version, err := semver.NewVersion(m.Version)
	if err != nil {
		return false
	}
	want, err := semver.NewConstraint(d.Version)
	return err == nil && want.Check(version)
}

// on applies a dependency's tags and then its condition, of which the first path with a boolean counts.
func (d Dependency) on(values table, path string) bool {
	on := true
	if tags, ok := values["tags"].(table); ok {
		var yes, no bool
		for _, t := range d.Tags {
			if b, ok := tags[t].(bool); ok {
				yes, no = yes || b, no || !b
			}
		}
		on = yes || !no
	}
	for p := range strings.SplitSeq(strings.TrimSpace(d.Condition), ",") {
		if b, ok := at(values, path+p).(bool); ok && p != "" {
			return b
		}
	}
	return on
}

// takeOver adds to the defaults of each chart what it imports from its subcharts. Its own values win.
func (in *instance) takeOver() error {
	for _, s := range in.sub {
		if err := s.takeOver(); err != nil {
			return err
		}
	}
	if in.meta.Dependencies == nil {
		return nil
	}
	all := table{}
	if err := in.lay(all, true); err != nil {
		return err
	}
	imports := table{}
	for i, d := range in.meta.Dependencies {
		in.meta.Dependencies[i].ImportValues = nil
		for _, entry := range d.ImportValues {
			from, to := "", "."
			switch entry := entry.(type) {
			case string:
				from = "exports." + entry
			case table:
				from, to = fmt.Sprint(entry["child"]), fmt.Sprint(entry["parent"])
			default:
				continue
			}
			in.meta.Dependencies[i].ImportValues = append(in.meta.Dependencies[i].ImportValues, table{"child": from, "parent": to})
			t, ok := at(all, d.Name+"."+from).(table)
			if !ok {
				continue
			}
			if to != "." {
				keys := strings.Split(to, ".")
				for _, key := range slices.Backward(keys) {
					t = table{key: t}
				}
			}
			complete(imports, t, true)
		}
	}
	in.values = clone(all).(table)
	complete(in.values, imports, true)
	return nil
}

// data is what the templates of a chart see, and those of its subcharts.
func (in *instance) data(e *executor) (own table, all map[*instance]table) {
	f := files{}
	for _, o := range in.chart.Others {
		f[o.Name] = o.Src
	}
	subs := table{}
	all = map[*instance]table{}
	for _, s := range in.sub {
		sub, below := s.data(e)
		subs[s.meta.Name] = sub
		maps.Copy(all, below)
	}
	own = table{
		"Values": in.values, "Chart": in.meta.table(!strings.Contains(in.path, "/")), "Files": f, "Subcharts": subs,
		"Release":      table{"Name": strings.SplitN(in.path, "/", 2)[0], "Namespace": "default", "Service": "Helm", "IsInstall": true, "IsUpgrade": false, "Revision": 1},
		"Capabilities": capabilities{APIVersions: apiVersions{e}, KubeVersion: kubeVersion{Version: kube, GitVersion: kube, Major: kubeMajor, Minor: kubeMinor}, HelmVersion: helmVersion{Version: helm, GoVersion: "go1.26"}},
	}
	all[in] = own
	return own, all
}

// all lists an instance and everything below it, parents first.
func (in *instance) all() []*instance {
	out := []*instance{in}
	for _, s := range in.sub {
		out = append(out, s.all()...)
	}
	return out
}
