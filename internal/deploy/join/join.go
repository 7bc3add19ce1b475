// Package join puts together what the audit of the code and the deployment files say: how many instances make state in a process worse, a
// deployment with one instance explains it, variables that no file sets leave a fallback in force, and affinity can go once nothing needs it.
package join

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy"
	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rule"
	"github.com/mcpaudit/mcpaudit/internal/deploy/target"
	"github.com/mcpaudit/mcpaudit/report"
)

// Apply adds the outcome of the files to a report. It changes findings about code that the files make better or worse, so the report must be
// ranked again afterwards.
func Apply(r *report.Report, res *deploy.Result) {
	j := &joiner{r: r, v: res.View}
	j.collect()
	if res.View.Audit != nil {
		for i := range r.Findings {
			f := &r.Findings[i]
			j.scaled(f)
			j.explained(f)
			j.keyed(f)
		}
	}
	r.Findings = append(r.Findings, res.Findings...)
	r.Problems = append(r.Problems, res.Problems...)
	r.Coverage = append(r.Coverage, res.Gaps...)
	r.Deployment = j.deployment(res.Files)
}

type joiner struct {
	r       *report.Report
	v       *rule.View
	servers []server
}

// server is a workload that runs the MCP server.
type server struct {
	w *fact.Workload
	target.Verdict
}

func (j *joiner) collect() {
	for _, w := range j.v.Facts.Workloads {
		if w.Format == "Dockerfile" || w.Format == "environment file" {
			continue
		}
		if v := j.v.Targets.Workload(w); v.Answer == target.Yes {
			j.servers = append(j.servers, server{w, v})
		}
	}
}

// deployment is what the report says about the files. Values files of a chart give the same workload several times.
func (j *joiner) deployment(files int) report.Deployment {
	d := report.Deployment{Files: files}
	for _, s := range j.servers {
		w := report.Workload{Kind: s.w.Kind, Name: s.w.Name, File: s.w.File, Line: s.w.Line, Program: s.Program, Scale: s.w.Replicas.Words, How: s.How}
		if !slices.ContainsFunc(d.Workloads, func(o report.Workload) bool {
			return o.File == w.File && o.Line == w.Line && o.Name == w.Name && (o.Scale == w.Scale || w.Scale == "")
		}) {
			d.Workloads = append(d.Workloads, w)
		}
	}
	slices.SortStableFunc(d.Workloads, func(a, b report.Workload) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return d
}

// inProcess reports whether a finding is about something that one process keeps.
func (j *joiner) inProcess(f *report.Finding) bool {
	step := j.v.Audit.Steps[f.Rule]
	return step == report.StepState || step == report.StepKeys
}

// scaled raises findings about a process's memory where several instances run.
func (j *joiner) scaled(f *report.Finding) {
	if !j.inProcess(f) || f.Severity == report.Info {
		return
	}
	for _, s := range j.servers {
		if !s.w.Replicas.Several() || !j.v.Concerns(*f, s.Program) {
			continue
		}
		f.Related = append(f.Related, rule.Related(s.w.Replicas.Pos, fmt.Sprintf("%s %s runs several instances: %s", s.w.Kind, s.w.Name, s.w.Replicas.Words)))
		if f.Severity == report.Medium && f.Confidence.AtLeast(report.Likely) {
			f.Severity = report.High
			f.Message += fmt.Sprintf(". It is not a corner: %s %s runs several instances (%s)", s.w.Kind, s.w.Name, s.w.Replicas.Words)
		}
		return
	}
}

// explained points from state to the deployment that avoids a second instance because of it.
func (j *joiner) explained(f *report.Finding) {
	if !j.inProcess(f) || !f.Severity.AtLeast(report.Medium) {
		return
	}
	for _, s := range j.servers {
		if !s.w.Recreate.IsZero() && !s.w.Replicas.Several() && j.v.Concerns(*f, s.Program) {
			f.Related = append(f.Related, rule.Related(s.w.Recreate, fmt.Sprintf("%s %s is replaced as a whole, which this state makes necessary", s.w.Kind, s.w.Name)))
			return
		}
	}
}

// keyed compares a key that is made up where a variable is empty with the files that could set the variable.
func (j *joiner) keyed(f *report.Finding) {
	if f.Rule != "sealkey" {
		return
	}
	name := j.fallbackOf(f)
	if name == "" {
		return
	}
	var with, without []server
	for _, s := range j.servers {
		if !j.v.Concerns(*f, s.Program) {
			continue
		}
		switch known, set := j.sets(s.w, name); {
		case set:
			with = append(with, s)
		case known:
			without = append(without, s)
		}
	}
	switch {
	case len(without) > 0:
		s := without[0]
		f.Related = append(f.Related, rule.Related(s.w.Pos, fmt.Sprintf("%s %s does not set %s", s.w.Kind, s.w.Name, name)))
		f.Message += fmt.Sprintf(". %s %s does not set %s, so the fallback is what runs", s.w.Kind, s.w.Name, name)
		if f.Severity == report.Medium {
			f.Severity = report.High
		}
	case len(with) > 0:
		s := with[0]
		f.Related = append(f.Related, rule.Related(s.w.Pos, fmt.Sprintf("%s %s sets %s", s.w.Kind, s.w.Name, name)))
		f.Message += fmt.Sprintf(". The deployment files set %s, so that the fallback is for other installations", name)
		if f.Severity == report.High {
			f.Severity = report.Medium
		}
	}
}

// fallbackOf is the variable that the function reads in which the key is made, if it reads one that looks like a key.
func (j *joiner) fallbackOf(f *report.Finding) string {
	for _, v := range j.v.Audit.Reads {
		if v.File != f.Site.File || f.Site.Line < v.From || v.To < f.Site.Line {
			continue
		}
		for _, word := range []string{"KEY", "SECRET", "SEED", "SALT", "TOKEN", "HMAC"} {
			if strings.Contains(strings.ToUpper(v.Name), word) {
				return v.Name
			}
		}
	}
	return ""
}

// sets reports whether a workload sets a variable, and whether all of its variables are known: those that come from a map which is in no file are not.
func (j *joiner) sets(w *fact.Workload, name string) (known, set bool) {
	known = true
	for _, c := range w.Containers {
		for _, e := range c.Env {
			if e.Name == name && !e.Empty {
				return true, true
			}
		}
		for _, from := range c.EnvFrom {
			src := j.source(w.Scope, from)
			if src == nil {
				known = false
				continue
			}
			for _, e := range src.Env {
				if e.Name == name && !e.Empty {
					return true, true
				}
			}
		}
	}
	return known, false
}

func (j *joiner) source(scope fact.Scope, name string) *fact.EnvSource {
	name = strings.TrimPrefix(name, "./")
	for _, s := range j.v.Facts.Env {
		if s.Name == name && s.Scope == scope {
			return s
		}
	}
	return nil
}
