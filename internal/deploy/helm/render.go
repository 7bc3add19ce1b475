package helm

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"text/template/parse"

	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

const (
	maxOutput    = 16 << 20 // of all templates of a chart
	maxLive      = 64 << 20 // of templates that include each other
	maxRecursion = 1000     // of include
	tplSteps     = 100      // that a text which is executed costs
)

// A Doc is a rendered template.
type Doc struct {
	Name     string // of the template's file, as reports call it
	Template string // as Helm calls it: under the aliases of the charts that it lies in
	Text     string
	At       tree.Locate
}

// Rendered is a chart with its values filled in.
type Rendered struct {
	Name   string
	Docs   []Doc
	Unset  []string   // values that the chart insists on and that were left empty
	Asked  []string   // what the templates ask the cluster for, which here has nothing but Kubernetes' own APIs
	Failed []*Failure // templates that cannot be executed, for which Helm refuses the chart; the others are rendered
}

// A Failure is a template that does not render, or a chart.
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
	top, err := instantiate(c, over)
	if err != nil {
		return nil, &Failure{cmp.Or(c.Values.Shown, c.yaml), 1, err.Error()}
	}
	m := &marks{}
	if c.meter.steps <= maxSteps {
		c.meter = meter{} // a chart that went on without end is not tried with other values
	}
	plain, e := execute(top, nil, &c.meter)
	var marked map[string]string
	if again, err := instantiate(c, over); err == nil { // templates may have changed their values
		marked, _ = execute(again, m, &c.meter) // if the marks get in the way, lines have no origin
	}
	out := &Rendered{Name: c.Meta.Name, Unset: slices.Sorted(maps.Keys(e.unset)), Asked: slices.Sorted(maps.Keys(e.asked)), Failed: e.failed}
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
		out.Docs = append(out.Docs, Doc{Name: f.Shown, Template: name, Text: plain[name], At: index.locate(f, plain[name], m.origins(plain[name], marked[name]))})
	}
	return out, nil
}

// A job is a template with what it sees.
type job struct {
	name, base string
	data       table
	file       File
}

// jobs are the templates of a chart and of its subcharts, in Helm's order: what lies deep comes first, so that the definitions of a parent win over
// those of its subcharts. A library only defines.
func (e *executor) jobs(top *instance) []job {
	var out []job
	_, data := top.data(e)
	e.known = map[uintptr]int{}
	for in, d := range data {
		e.know(in.values)
		e.know(d)
		for _, f := range in.chart.Templates {
			if !in.meta.library() || strings.HasPrefix(path.Base(f.Name), "_") {
				out = append(out, job{in.path + "/" + f.Name, in.path + "/templates", d, f})
			}
		}
	}
	slices.SortFunc(out, func(a, b job) int {
		return -cmp.Or(cmp.Compare(strings.Count(a.name, "/"), strings.Count(b.name, "/")), strings.Compare(a.name, b.name))
	})
	return out
}

// execute runs all templates, with marks in them if m is given.
func execute(top *instance, m *marks, limits *meter) (out map[string]string, e *executor) {
	e = &executor{meter: limits, t: template.New("chart").Option("missingkey=zero"), depth: map[string]int{}, unset: map[string]bool{}, asked: map[string]bool{}, counted: map[*parse.Tree]bool{}}
	e.t.Funcs(e.functions(e.t))
	jobs := slices.DeleteFunc(e.jobs(top), func(j job) bool {
		src := string(j.file.Src)
		if m != nil {
			src = m.add(j.file)
		}
		_, err := e.t.New(j.name).Parse(src)
		e.fail(j.file, err)
		return err != nil
	})
	e.metered(e.t)
	out = map[string]string{}
	for _, j := range jobs {
		if base := path.Base(j.name); strings.HasPrefix(base, "_") || base == "NOTES.txt" || strings.HasPrefix(j.file.Name, "templates/tests/") {
			continue
		}
		j.data["Template"] = table{"Name": j.name, "BasePath": j.base}
		text, err := e.one(j)
		e.fail(j.file, err)
		if err == nil {
			out[j.name] = strings.ReplaceAll(text, "<no value>", "")
		}
	}
	return out, e
}

// one executes a template. A function that panics is a failure of the template.
func (e *executor) one(j job) (text string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.New("a function of it fails")
		}
	}()
	clear(e.depth)
	e.live = 0
	w := &limited{e: e, left: maxOutput - e.written}
	err = e.t.ExecuteTemplate(w, j.name, j.data)
	e.written += w.b.Len()
	return w.b.String(), err
}

func (e *executor) fail(f File, err error) {
	if err != nil {
		e.failed = append(e.failed, failure(f, err))
	}
}

type executor struct {
	*meter
	t       *template.Template
	depth   map[string]int
	unset   map[string]bool
	asked   map[string]bool
	counted map[*parse.Tree]bool
	written int
	live    int // bytes of output that are held
	failed  []*Failure
}

// maxNoted bounds what is remembered of a chart for the report.
const maxNoted = 1000

func note(set map[string]bool, what string) {
	if len(set) < maxNoted {
		set[what] = true
	}
}

func (e *executor) functions(t *template.Template) template.FuncMap {
	f := e.guarded(functions())
	maps.Copy(f, e.inner(t))
	f["required"] = func(msg string, v any) (any, error) {
		if s, isString := v.(string); v == nil || isString && s == "" {
			note(e.unset, msg)
			return "", nil
		}
		return v, nil
	}
	f["lookup"] = func(_, kind, _, _ string) table {
		note(e.asked, "objects of the kind "+kind)
		return table{}
	}
	f["fail"] = func(msg string) (string, error) {
		note(e.unset, msg)
		return "", nil
	}
	return f
}

// inner are the functions that execute other templates.
func (e *executor) inner(t *template.Template) template.FuncMap {
	run := func(name string, do func(w *limited) error) (string, error) {
		if e.depth[name]++; e.depth[name] > maxRecursion {
			return "", errSteps
		}
		defer func() { e.depth[name]-- }()
		w := &limited{e: e, left: maxOutput}
		err := do(w)
		e.live -= w.b.Len()
		if err == nil {
			err = e.charge(w.b.Len() / workUnit)
		}
		return w.b.String(), err
	}
	return template.FuncMap{
		"include": func(name string, data any) (string, error) {
			return run(name, func(w *limited) error { return t.ExecuteTemplate(w, name, data) })
		},
		"tpl": func(text string, data any) (string, error) {
			if err := e.charge(tplSteps + len(text)/textUnit); err != nil {
				return "", err
			}
			c, err := t.Clone()
			if err != nil {
				return "", err
			}
			c.Option("missingkey=zero").Funcs(e.inner(c))
			if c, err = c.New(t.Name() + "/tpl").Parse(text); err != nil {
				return "", errors.New("a value is no valid template")
			}
			e.metered(c)
			out, err := run("tpl", func(w *limited) error { return c.Execute(w, data) })
			return strings.ReplaceAll(out, "<no value>", ""), err
		},
	}
}

// limited keeps a template from filling the memory.
type limited struct {
	e    *executor
	b    strings.Builder
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	l.left -= len(p)
	if l.e.live += len(p); l.left < 0 || l.e.live > maxLive {
		return 0, errors.New("the output is too large")
	}
	return l.b.Write(p)
}

var place = regexp.MustCompile(`^template: [^:]*?/(templates/[^:]+):(\d+)`)

// failure says where a chart fails. Of the engine's message only what cannot hold a value is kept.
func failure(f File, err error) *Failure {
	out := &Failure{File: f.Shown, Line: 1, Msg: "the template cannot be executed"}
	msg := err.Error()
	if m := place.FindStringSubmatch(msg); m != nil {
		out.Line, _ = strconv.Atoi(m[2])
		if root := strings.TrimSuffix(f.Shown, f.Name); strings.HasSuffix(f.Shown, f.Name) {
			out.File = root + m[1]
		}
	}
	for _, known := range []string{"nil pointer evaluating", "function \"", "incompatible types for comparison", "no template", "too many", "the templates go on without end", "the output is too large", "a value or a text is too large", "unexpected", "can't evaluate field"} {
		if i := strings.Index(msg, known); i >= 0 {
			out.Msg, _, _ = strings.Cut(msg[i:], "\n")
			break
		}
	}
	return out
}
