package helm

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

const (
	maxOutput    = 16 << 20 // of all templates of a chart
	maxRecursion = 1000     // of include
)

// A Doc is a rendered template.
type Doc struct {
	Name string // of the template, as reports call it
	Text string
	At   tree.Locate
}

// Rendered is a chart with its values filled in.
type Rendered struct {
	Name  string
	Docs  []Doc
	Unset []string // values that the chart insists on and that were left empty
	Asked []string // what the templates ask the cluster for, which here has nothing but Kubernetes' own APIs
}

// A Failure is a chart that does not render.
type Failure struct {
	File string
	Line int
	Msg  string
}

func (e *Failure) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg) }

// Render fills in the default values and, over them, those of a variant. Values that the chart insists on and nobody gives are left empty.
func (c *Chart) Render(variant *File) (*Rendered, error) {
	over := table{}
	if variant != nil {
		var err error
		if over, err = parseValues(*variant); err != nil {
			return nil, &Failure{variant.Shown, 1, "no valid YAML"}
		}
	}
	top, err := instantiate(c, c.Meta.Name, c.Meta.Name, over)
	if err != nil {
		return nil, &Failure{c.Values.Shown, 1, "values.yaml is no valid YAML"}
	}
	m := &marks{}
	plain, e, err := execute(top, nil)
	if err != nil {
		return nil, err
	}
	marked, _, err := execute(top, m)
	if err != nil {
		marked = nil // the marks got in the way: lines have no origin then
	}
	out := &Rendered{Name: c.Meta.Name, Unset: e.unset, Asked: slices.Sorted(maps.Keys(e.asked))}
	index := newIndex(c, variant)
	shown := map[string]File{}
	for _, in := range top.all() {
		for _, f := range in.chart.Templates {
			shown[in.path+"/"+f.Name] = f
			index.source(f)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(plain)) {
		f := shown[name]
		out.Docs = append(out.Docs, Doc{Name: f.Shown, Text: plain[name], At: index.locate(f, plain[name], m.origins(plain[name], marked[name]))})
	}
	return out, nil
}

// execute runs all templates, with marks in them if m is given.
func execute(top *instance, m *marks) (out map[string]string, e *executor, err error) {
	defer func() {
		if r := recover(); r != nil {
			out, err = nil, &Failure{top.chart.Meta.Name, 0, "the templates cannot be executed"}
		}
	}()
	e = &executor{t: template.New("chart").Option("missingkey=zero"), depth: map[string]int{}, asked: map[string]bool{}}
	e.t.Funcs(e.functions(e.t))
	type job struct {
		name string
		data table
		file File
	}
	var jobs []job
	all := top.all()
	slices.Reverse(all) // a parent's definitions win over those of its subcharts
	for _, in := range all {
		data := in.data(e)
		for _, f := range in.chart.Templates {
			src := string(f.Src)
			if m != nil {
				src = m.add(f)
			}
			name := in.path + "/" + f.Name
			if _, err := e.t.New(name).Parse(src); err != nil {
				return nil, nil, failure(f, err)
			}
			if base := path.Base(f.Name); !strings.HasPrefix(base, "_") && base != "NOTES.txt" && !strings.HasPrefix(f.Name, "templates/tests/") && in.chart.Meta.Type != "library" {
				jobs = append(jobs, job{name, data, f})
			}
		}
	}
	out = map[string]string{}
	for _, j := range jobs {
		data := maps.Clone(j.data)
		data["Template"] = table{"Name": j.name, "BasePath": strings.TrimSuffix(j.name, "/"+strings.TrimPrefix(j.file.Name, "templates/"))}
		w := &limited{left: maxOutput - e.written}
		if err := e.t.ExecuteTemplate(w, j.name, data); err != nil {
			return nil, nil, failure(j.file, err)
		}
		e.written += w.b.Len()
		out[j.name] = strings.ReplaceAll(w.b.String(), "<no value>", "")
	}
	slices.Sort(e.unset)
	e.unset = slices.Compact(e.unset)
	return out, e, nil
}

// data is what the templates of a chart see.
func (in *instance) data(e *executor) table {
	f := files{}
	for _, o := range in.chart.Others {
		f[o.Name] = o.Src
	}
	subs := table{}
	for _, s := range in.sub {
		subs[s.name] = s.data(e)
	}
	return table{
		"Values": in.values, "Chart": in.chart.Meta, "Files": f, "Subcharts": subs,
		"Release":      table{"Name": strings.SplitN(in.path, "/", 2)[0], "Namespace": "default", "Service": "Helm", "IsInstall": true, "IsUpgrade": false, "Revision": 1},
		"Capabilities": capabilities{APIVersions: apiVersions{e}, KubeVersion: kubeVersion{Version: kube, GitVersion: kube, Major: "1", Minor: "33"}, HelmVersion: helmVersion{Version: "v4.0.0", GoVersion: "go1.26"}},
	}
}

const kube = "v1.33.0"

type capabilities struct {
	KubeVersion kubeVersion
	APIVersions apiVersions
	HelmVersion helmVersion
}

type kubeVersion struct{ Version, GitVersion, Major, Minor string }

// String is the version, as templates print it.
func (k kubeVersion) String() string { return k.Version }

type helmVersion struct{ Version, GitCommit, GitTreeState, GoVersion string }

type apiVersions struct{ e *executor }

// Has reports whether a cluster without extensions knows an API.
func (a apiVersions) Has(name string) bool {
	group, _, found := strings.Cut(name, "/")
	known := !found || !strings.Contains(group, ".") || strings.HasSuffix(group, ".k8s.io") && group != "gateway.networking.k8s.io"
	if !known {
		a.e.asked["the API "+name] = true
	}
	return known
}

type executor struct {
	t       *template.Template
	depth   map[string]int
	unset   []string
	asked   map[string]bool
	written int
}

func (e *executor) functions(t *template.Template) template.FuncMap {
	f := functions()
	maps.Copy(f, e.inner(t))
	f["required"] = func(msg string, v any) (any, error) {
		if s, isString := v.(string); v == nil || isString && s == "" {
			e.unset = append(e.unset, msg)
			return "", nil
		}
		return v, nil
	}
	f["lookup"] = func(_, kind, _, _ string) table {
		e.asked["objects of the kind "+kind] = true
		return table{}
	}
	f["fail"] = func(msg string) (string, error) {
		e.unset = append(e.unset, msg)
		return "", nil
	}
	return f
}

// inner are the functions that execute other templates.
func (e *executor) inner(t *template.Template) template.FuncMap {
	return template.FuncMap{
		"include": func(name string, data any) (string, error) {
			if e.depth[name]++; e.depth[name] > maxRecursion {
				return "", errors.New("includes itself without end")
			}
			defer func() { e.depth[name]-- }()
			w := &limited{left: maxOutput}
			err := t.ExecuteTemplate(w, name, data)
			return w.b.String(), err
		},
		"tpl": func(text string, data any) (string, error) {
			if e.depth["tpl"]++; e.depth["tpl"] > maxRecursion {
				return "", errors.New("executes itself without end")
			}
			defer func() { e.depth["tpl"]-- }()
			c, err := t.Clone()
			if err != nil {
				return "", err
			}
			c.Option("missingkey=zero").Funcs(e.inner(c))
			if c, err = c.New(t.Name() + "/tpl").Parse(text); err != nil {
				return "", errors.New("a value is no valid template")
			}
			w := &limited{left: maxOutput}
			if err := c.Execute(w, data); err != nil {
				return "", err
			}
			return strings.ReplaceAll(w.b.String(), "<no value>", ""), nil
		},
	}
}

// limited keeps a template from filling the memory.
type limited struct {
	b    strings.Builder
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	if l.left -= len(p); l.left < 0 {
		return 0, errors.New("the output is too large")
	}
	return l.b.Write(p)
}

var place = regexp.MustCompile(`^template: [^:]*?/(templates/[^:]+):(\d+)`)

// failure says where a chart fails. Of the engine's message only what cannot hold a value is kept.
func failure(f File, err error) error {
	out := &Failure{File: f.Shown, Line: 1, Msg: "the template cannot be executed"}
	msg := err.Error()
	if m := place.FindStringSubmatch(msg); m != nil {
		out.Line, _ = strconv.Atoi(m[2])
		if root := strings.TrimSuffix(f.Shown, f.Name); strings.HasSuffix(f.Shown, f.Name) {
			out.File = root + m[1]
		}
	}
	for _, known := range []string{"nil pointer evaluating", "function \"", "incompatible types for comparison", "no template", "too many", "without end", "the output is too large", "unexpected", "can't evaluate field"} {
		if i := strings.Index(msg, known); i >= 0 {
			out.Msg, _, _ = strings.Cut(msg[i:], "\n")
			break
		}
	}
	return out
}
