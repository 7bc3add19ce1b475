package report_test

import (
	"testing"

	"github.com/mcpaudit/mcpaudit/report"
)

func TestGate(t *testing.T) {
	r := shop(nil) // two of severity high, one medium
	problem := shop(func(r *report.Report) { r.Problems = []report.Problem{{Kind: "type"}} })
	stale := shop(func(r *report.Report) { r.Baseline.Stale = []report.BaselineEntry{{}} })
	for name, test := range map[string]struct {
		gate report.Gate
		r    *report.Report
		want int
	}{
		"above":                    {report.Gate{FailOn: report.High}, r, report.ExitFindings},
		"below":                    {report.Gate{FailOn: report.Blocker}, r, report.ExitClean},
		"never":                    {report.Gate{FailOn: report.Never}, r, report.ExitClean},
		"as many as let through":   {report.Gate{FailOn: report.High, MaxFindings: 2}, r, report.ExitClean},
		"one more":                 {report.Gate{FailOn: report.High, MaxFindings: 1}, r, report.ExitFindings},
		"let through, but unread":  {report.Gate{FailOn: report.High, MaxFindings: 2}, problem, report.ExitIncomplete},
		"findings before problems": {report.Gate{FailOn: report.High}, problem, report.ExitFindings},
		"never hides no problem":   {report.Gate{FailOn: report.Never}, problem, report.ExitIncomplete},
		"stale":                    {report.Gate{FailOn: report.Never}, stale, report.ExitClean},
		"stale, strict":            {report.Gate{FailOn: report.Never, StrictBaseline: true}, stale, report.ExitFindings},
	} {
		if got := test.gate.ExitCode(test.r); got != test.want {
			t.Errorf("%s: exit code %d, want %d", name, got, test.want)
		}
	}
}

func TestTrimSince(t *testing.T) {
	base := shop(func(r *report.Report) {
		r.Findings[0].Object = "cart.gone"
		r.Findings[1].Object = "cart.old"
	})
	now := shop(nil)
	now.CompareWith(base, "base")
	got := now.Filtered(report.High, report.Possible).TrimSince().Since
	if len(now.Since.New) != 2 || len(got.New) != 1 || len(now.Since.Fixed) != 2 || objects(got.Fixed) != "cart.gone" {
		t.Errorf("all %+v\nshown %+v", now.Since, got)
	}
}

func TestModuleFile(t *testing.T) {
	for dir, want := range map[string]string{
		"": "a/b.go", ".": "a/b.go", "services/shop": "services/shop/a/b.go", "/home/me/shop": "a/b.go", "../shop": "a/b.go", "a/../..": "a/b.go",
	} {
		if got := (report.Module{Dir: dir}).File("a/b.go"); got != want {
			t.Errorf("dir %q: %s, want %s", dir, got, want)
		}
	}
	if got := (report.Module{Dir: "shop"}).File(""); got != "" {
		t.Errorf("no file: %q", got)
	}
}

func TestGateCountsProofs(t *testing.T) {
	r := shop(func(r *report.Report) {
		r.Findings = nil
		r.Proof = &report.Proof{Replicas: 2, Phases: []report.ProofPhase{{Status: report.Passed}, {Status: report.Failed}, {Status: report.Skipped}}}
	})
	if got := (report.Gate{FailOn: report.Never}).ExitCode(r); got != report.ExitFindings {
		t.Errorf("exit code %d", got)
	}
	if got, want := r.Proof.Headline(), "1 of 3 phases failed, 1 skipped with 2 replicas."; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
