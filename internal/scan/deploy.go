package scan

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/engine"
	"github.com/mcpaudit/mcpaudit/internal/deploy"
	"github.com/mcpaudit/mcpaudit/internal/deploy/join"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rule"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rules"
	"github.com/mcpaudit/mcpaudit/internal/deploy/target"
	"github.com/mcpaudit/mcpaudit/report"
)

// deployRules applies --enable and --disable to the rules about deployment files.
func deployRules(o Options) []*rule.Rule {
	return slices.DeleteFunc(rules.All(), func(r *rule.Rule) bool {
		return len(o.Enable) > 0 && !slices.Contains(o.Enable, r.Name) || slices.Contains(o.Disable, r.Name)
	})
}

// describe adds the rules about deployment files to those of a report.
func describe(r *report.Report, list []*rule.Rule) {
	for _, x := range list {
		if _, listed := r.Rule(x.Name); listed {
			continue
		}
		r.Rules = append(r.Rules, report.Rule{Name: x.Name, Title: x.Title, Group: rule.Group, URL: ruleURL(x.Name), Step: report.StepBalancer, Effort: x.Hours})
	}
}

func names(list []*rule.Rule) []string {
	out := []string{}
	for _, r := range list {
		out = append(out, r.Name)
	}
	return out
}

// runDeploy audits deployment files alone.
func runDeploy(ctx context.Context, o Options) (*report.Report, error) {
	list := deployRules(o)
	if len(list) == 0 {
		return nil, &UsageError{Msg: "no rule about deployment files is left to run"}
	}
	r := &report.Report{Module: report.Module{Dir: "."}}
	paths := o.Deploy
	if len(paths) == 0 {
		paths = []string{"."}
	}
	res, err := deploy.Run(ctx, deploy.Options{Base: o.Dir, Paths: paths, Rules: names(list)})
	if err != nil {
		return nil, err
	}
	describe(r, list)
	if res.Files == 0 && len(res.Problems) == 0 {
		return nil, &UsageError{Msg: "there is no deployment file of a known format in " + strings.Join(paths, ", ") + "; docs/deploy.md lists the formats"}
	}
	join.Apply(r, res)
	report.Rank(r)
	return r, nil
}

// audited is what the audit of the code says to the audit of the files.
type audited struct {
	whole       *report.Report // with the findings of all rules
	judged      *engine.Result
	reads, sets []rule.Variable
	uses        []rule.Use
}

// deploy audits the deployment files beside the code and joins what they say with the report.
func (ld *loaded) deploy(ctx context.Context, o Options, r *report.Report, a *audited) error {
	list := deployRules(o)
	speaks := a.judged.Roots > 0 || len(r.Served.SDKs) > 0 || len(r.Served.Transports) > 0
	if len(list) == 0 || !speaks && len(o.Deploy) == 0 {
		return nil
	}
	audit := &rule.Audit{Findings: a.whole.Findings, Steps: map[string]string{}, Served: r.Served, Reads: a.reads, Sets: a.sets, Uses: a.uses, Partial: len(r.Problems) > 0 || a.judged.Roots == 0}
	for _, x := range a.whole.Rules {
		audit.Steps[x.Name] = x.Step
	}
	opts := deploy.Options{Base: ld.root, Paths: []string{ld.root}, Rules: names(list), Module: ld.programs(a.judged), Audit: audit}
	for _, p := range o.Deploy {
		if !filepath.IsAbs(p) {
			p = filepath.Join(ld.dir, p)
		}
		opts.Paths = append(opts.Paths, p)
	}
	res, err := deploy.Run(ctx, opts)
	if err != nil {
		return err
	}
	describe(r, list)
	join.Apply(r, res)
	report.Rank(r)
	return nil
}

// programs are the main packages of the module. Those serve MCP that reach a package which starts a transport.
func (ld *loaded) programs(judged *engine.Result) target.Module {
	starts := map[string]bool{}
	for _, t := range judged.Transports {
		starts[t.Package] = true
	}
	m := target.Module{Path: ld.module}
	reaches := map[*pkg]bool{}
	for _, p := range ld.pkgs { // in dependency order
		if !p.own {
			continue
		}
		path := plainPath(p.ImportPath)
		reaches[p] = starts[path] || slices.ContainsFunc(p.Imports, func(imp string) bool { return reaches[ld.dep(p, imp)] })
		if p.Name != "main" || p.ForTest != "" {
			continue
		}
		if dir, err := filepath.Rel(ld.root, p.Dir); err == nil {
			m.Programs = append(m.Programs, target.Program{Package: path, Dir: filepath.ToSlash(dir), MCP: reaches[p]})
		}
	}
	// Where no transport was recognised, any of the programs may be the server, if there is one at all.
	if !slices.ContainsFunc(m.Programs, func(p target.Program) bool { return p.MCP }) {
		m.Unsure, m.Guessed = true, judged.Roots == 0
		for i := range m.Programs {
			m.Programs[i].MCP = true
		}
	}
	return m
}
