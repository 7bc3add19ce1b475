package report

import "slices"

// A Gate decides whether a report fails a run.
type Gate struct {
	FailOn         Severity // findings at least this severe count; Never: none does
	MaxFindings    int      // so many of them are let through
	StrictBaseline bool     // stale entries of the baseline fail as well
}

// ExitCode is the exit code of a run. Like Report.ExitCode, it depends on the report alone, and a failed phase of a proof fails whatever the threshold.
func (g Gate) ExitCode(r *Report) int {
	switch {
	case g.FailOn != Never && r.Above(g.FailOn) > g.MaxFindings, g.StrictBaseline && len(r.Baseline.Stale) > 0, r.Proof.FailedPhases() > 0:
		return ExitFindings
	case len(r.Problems) > 0:
		return ExitIncomplete
	}
	return ExitClean
}

// TrimSince returns a copy of the report whose comparison speaks only of findings that the report shows.
func (r *Report) TrimSince() *Report {
	out := *r
	shown := map[string]bool{}
	for _, f := range r.Findings {
		shown[f.Fingerprint] = true
	}
	keep := func(list []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return !shown[s] })
	}
	out.Since.New, out.Since.Worse, out.Since.Touched = keep(r.Since.New), keep(r.Since.Worse), keep(r.Since.Touched)
	out.Since.Fixed = slices.DeleteFunc(slices.Clone(r.Since.Fixed), func(f Finding) bool {
		return !f.Severity.AtLeast(r.Filter.MinSeverity) || !f.Confidence.AtLeast(r.Filter.MinConfidence)
	})
	return &out
}
