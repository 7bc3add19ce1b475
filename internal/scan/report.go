package scan

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/engine"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
	"github.com/mcpaudit/mcpaudit/report"
)

// report writes down what was found, served and not checked. Fixes are the
// rewrites of the findings, in their order; nil if nobody asks for them.
func (ld *loaded) report(o Options, rules []*rule.Rule, sums []*engine.Summary, res *engine.Result, fixes [][]report.Fix) *report.Report {
	r := &report.Report{Module: report.Module{Path: ld.module, Go: ld.goVer, Dir: repositoryDir(ld.root), Root: ld.root}}
	for _, x := range rules {
		r.Rules = append(r.Rules, report.Rule{Name: x.Name, Title: x.Title, Group: string(x.Group), URL: ruleURL(x.Name), Step: string(x.Step), Effort: report.Effort{MinHours: x.Hours[0], MaxHours: x.Hours[1]}})
	}
	ld.sort(r, o.Exclude, res, fixes)
	ld.served(r, sums, res)
	r.Served.Tools = res.Tools
	sortProblems(ld.problems)
	r.Problems = ld.told()
	ld.coverage(r, res)
	report.Rank(r)
	return r
}

// told lists the problems as reports hold them.
func (ld *loaded) told() (out []report.Problem) {
	for _, p := range ld.problems {
		out = append(out, report.Problem{Kind: p.kind, Package: p.pkg, File: p.file, Line: p.line, Message: p.msg, Hint: p.hint})
	}
	return out
}

func finding(f engine.Finding) report.Finding {
	out := report.Finding{
		Rule: f.Rule, Severity: report.Severity(f.Severity), Confidence: report.Confidence(f.Confidence), Title: f.Title,
		Object: f.Object, Package: f.Package, Role: f.Role, Message: f.Message, Clause: f.Clause, Suggestion: f.Suggestion,
		Site: report.Site{File: f.Site.File, Line: f.Site.Line, Column: f.Site.Col}, Tools: f.Tools,
	}
	for _, p := range f.Path {
		out.Path = append(out.Path, report.Frame{File: p.Pos.File, Line: p.Pos.Line, Function: p.Function, What: p.What})
	}
	for _, p := range f.Related {
		out.Related = append(out.Related, report.Related{File: p.Pos.File, Line: p.Pos.Line, What: p.What})
	}
	return out
}

// served says what the module serves, over what, with which SDK.
func (ld *loaded) served(r *report.Report, sums []*engine.Summary, res *engine.Result) {
	kinds := map[string]string{"memory": "in-process"}
	programs := map[string][]string{}
	for _, t := range res.Transports {
		k := cmp.Or(kinds[t.Kind], t.Kind)
		if !slices.Contains(r.Served.Transports, k) {
			r.Served.Transports = append(r.Served.Transports, k)
		}
		if t.Main && !slices.Contains(programs[t.Package], k) {
			programs[t.Package] = append(programs[t.Package], k)
		}
	}
	slices.Sort(r.Served.Transports)
	for pkg, ks := range programs {
		slices.Sort(ks)
		r.Served.Programs = append(r.Served.Programs, report.Program{Package: pkg, Transports: ks})
	}
	slices.SortFunc(r.Served.Programs, func(a, b report.Program) int { return cmp.Compare(a.Package, b.Package) })
	for _, s := range sums {
		for _, d := range s.SDKs {
			mod := d.Path
			if q := ld.byPath[d.Path]; q != nil && q.Module != nil {
				mod = q.Module.Path
			}
			sdk := report.SDK{Path: mod, Version: d.Ver}
			if !slices.Contains(r.Served.SDKs, sdk) {
				r.Served.SDKs = append(r.Served.SDKs, sdk)
			}
		}
	}
	slices.SortFunc(r.Served.SDKs, func(a, b report.SDK) int { return cmp.Compare(a.Path, b.Path) })
}

// coverage says what an audit of the source cannot see.
func (ld *loaded) coverage(r *report.Report, res *engine.Result) {
	gap := func(what, why string) { r.Coverage = append(r.Coverage, report.Gap{What: what, Why: why}) }
	if res.Roots == 0 {
		gap("request handlers", "no function of this module is registered with an MCP SDK or reads MCP requests, so that there was nothing to follow")
		return
	}
	if res.Unnamed > 0 {
		gap(strconv.Itoa(res.Unnamed)+" tool handlers without a name", "their names are made at run time; findings name the handler's function instead")
	}
	if n := len(ld.problems); n > 0 {
		gap("code behind "+strconv.Itoa(n)+" problems", "it was audited as far as it could be read; see the problems")
	}
	gap("code reached by reflection, plug-ins or other languages", "calls are followed through functions, interfaces and registrations only")
	gap(strings.Join([]string{"ordering on streams", "cancellation on the wire", "what clients do"}, ", "), "only a running server shows it")
}
