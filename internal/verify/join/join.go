// Package join brings the findings of the audit and the failures of the run together: a finding is confirmed when a phase that can
// show it failed at one of its tools.
package join

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/report"
)

var (
	memory  = []string{report.PhaseRoundRobin, report.PhaseKill, report.PhaseCallers, report.PhaseLists}
	repeats = []string{report.PhaseReplay, report.PhaseCut}
)

// shows lists for each rule the phases in which what it finds becomes visible. A rule that is not here cannot be shown by running.
var shows = map[string][]string{
	"statefultransport": {report.PhaseBaseline, report.PhaseRoundRobin, report.PhaseKill},
	"sessionheader":     {report.PhaseBaseline, report.PhaseRoundRobin, report.PhaseKill},
	"serverrequest":     {report.PhaseBaseline, report.PhaseRoundRobin},
	"handshake":         {report.PhaseBaseline, report.PhaseRoundRobin, report.PhaseKill, report.PhaseCallers},
	"sessionid":         append([]string{report.PhaseBaseline}, memory...),
	"sessionmap":        append([]string{report.PhaseBaseline}, memory...),
	"sessionlist":       {report.PhaseLists, report.PhaseRoundRobin},
	"servername":        {report.PhaseLists},
	"cursor":            append(slices.Clone(memory), repeats...),
	"workflow":          memory,
	"upload":            append(slices.Clone(memory), repeats...),
	"ambient":           memory,
	"memo":              memory,
	"liveresource":      memory,
	"task":              memory,
	"notifybus":         {report.PhaseRoundRobin},
	"sealkey":           {report.PhaseRoundRobin, report.PhaseKill},
	"requeststate":      {report.PhaseCallers, report.PhaseReplay},
	"handleowner":       {report.PhaseCallers},
	"cachescope":        {report.PhaseCallers},
	"idempotency":       repeats,
	"earlyeffect":       repeats,
	"requestid":         repeats,
	"hints":             repeats,
	"cancellation":      {report.PhaseCut},
}

// Findings gives each finding of a report its verdict, and each failure the findings that explain it.
func Findings(r *report.Report) {
	if r.Proof == nil {
		return
	}
	r.Proof.Findings = nil
	for i := range r.Findings {
		r.Proof.Findings = append(r.Proof.Findings, verdict(r.Proof, &r.Findings[i]))
	}
}

// verdict decides about one finding and adds it to the failures that it explains.
func verdict(p *report.Proof, f *report.Finding) report.Verdict {
	v := report.Verdict{Fingerprint: f.Fingerprint, Rule: f.Rule, Object: f.Object, Verdict: report.NotExercised}
	var phases []string
	for _, rule := range append([]string{f.Rule}, f.Also...) {
		phases = append(phases, shows[rule]...)
	}
	if len(phases) == 0 {
		v.Why = "running does not show what this rule finds"
		return v
	}
	called := calledTools(p, f.Tools)
	var passed []string
	for i := range p.Phases {
		phase := &p.Phases[i]
		if !slices.Contains(phases, phase.Name) {
			continue
		}
		if phase.Status == report.Passed {
			passed = append(passed, phase.Name)
		}
		for k := range phase.Failures {
			if failure := &phase.Failures[k]; concerns(f, failure) {
				failure.Explained = append(failure.Explained, f.Fingerprint)
				v.Verdict = report.Confirmed
				if !slices.Contains(v.Phases, phase.Name) {
					v.Phases = append(v.Phases, phase.Name)
				}
				if v.Why == "" {
					v.Why = failure.Message
				}
			}
		}
	}
	switch {
	case v.Verdict == report.Confirmed:
	case len(f.Tools) > 0 && len(called) == 0:
		v.Why = fmt.Sprintf("the scenario does not call %s", strings.Join(f.Tools, ", "))
	case len(passed) == 0:
		v.Why = "no phase that would show it ran to its end"
	default:
		v.Verdict, v.Phases = report.NotReproduced, slices.Compact(passed)
		v.Why = "the phases that would show it passed"
		if missing := len(f.Tools) - len(called); missing > 0 {
			v.Why += fmt.Sprintf("; the scenario calls %d of its %d tools", len(called), len(f.Tools))
		}
	}
	return v
}

// concerns reports whether a failure is one of the finding: it happened at one of its tools, or in what the finding's message is about
// when there are no tools to it, such as a transport.
func concerns(f *report.Finding, failure *report.ProofFailure) bool {
	if transportRules[f.Rule] {
		return failure.Step == 0 || strings.Contains(failure.Message, "session") || strings.Contains(failure.Message, "connect")
	}
	if len(f.Tools) == 0 {
		return failure.Step == 0
	}
	for _, tool := range f.Tools {
		if failure.Call == tool || strings.Contains(failure.Message, " "+tool+",") {
			return true
		}
	}
	return false
}

// transportRules are about every call, and show in connections that do not come about or in sessions that are lost.
var transportRules = map[string]bool{"statefultransport": true, "sessionheader": true}

func calledTools(p *report.Proof, tools []string) []string {
	var called []string
	for _, tool := range tools {
		if slices.ContainsFunc(p.Calls, func(c report.ProofCall) bool { return c.Call == tool }) {
			called = append(called, tool)
		}
	}
	return called
}
