package report_test

import (
	"slices"
	"testing"

	"github.com/mcpaudit/mcpaudit/report"
)

func ranked(findings ...report.Finding) *report.Report {
	r := &report.Report{Findings: findings}
	report.Rank(r)
	return r
}

func about(object string, severity report.Severity, line int) report.Finding {
	return report.Finding{Rule: "ambient", Severity: severity, Confidence: report.Likely, Object: object, Package: "p", Site: report.Site{File: "a.go", Line: line}}
}

func TestCompare(t *testing.T) {
	base := ranked(about("same", report.High, 1), about("moved", report.High, 2), about("worse", report.Low, 3), about("gone", report.High, 4), about("aside", report.High, 5),
		about("path", report.High, 6), about("place", report.High, 7), about("better", report.High, 8))
	path, place := about("path", report.High, 60), about("place", report.High, 70)
	path.Path = []report.Frame{{File: "b.go", Line: 9}}
	place.Related = []report.Related{{File: "b.go", Line: 9}}
	r := ranked(about("same", report.High, 10), about("moved", report.High, 20), about("worse", report.High, 30), about("new", report.Low, 40), path, place, about("better", report.Low, 80))
	r.Suppressed = []report.Suppressed{{Finding: about("aside", report.High, 50), Suppression: report.Suppression{Kind: report.ByComment, Reason: "so"}}}
	report.Rank(r)

	got := report.Compare(r, base, "main", "abc", func(file string, line int) bool {
		return file == "a.go" && line == 20 || file == "b.go" && line == 9
	})
	names := func(fingerprints []string) (objects []string) {
		for _, f := range r.Findings {
			if slices.Contains(fingerprints, f.Fingerprint) {
				objects = append(objects, f.Object)
			}
		}
		slices.Sort(objects)
		return objects
	}
	for _, test := range []struct {
		what      string
		got, want []string
	}{
		{"new", names(got.Since.New), []string{"new"}},
		{"worse", names(got.Since.Worse), []string{"worse"}},
		{"touched", names(got.Since.Touched), []string{"moved", "path", "place"}},
	} {
		if !slices.Equal(test.got, test.want) {
			t.Errorf("%s: %v, want %v", test.what, test.got, test.want)
		}
	}
	if got.Since.Known != 2 || len(got.Since.Fixed) != 1 || got.Since.Fixed[0].Object != "gone" {
		t.Errorf("known %d, fixed %+v", got.Since.Known, got.Since.Fixed)
	}
	if got.Summary.Findings != 5 || len(got.Findings) != 5 || got.Since.Rev != "main" || got.Since.Commit != "abc" {
		t.Errorf("%+v", got.Summary)
	}
	if len(r.Findings) != 7 || r.Since.Rev != "" {
		t.Error("the report itself was changed")
	}
}

func TestSuppressed(t *testing.T) {
	guess := about("guess", report.Blocker, 3)
	guess.Confidence = report.Possible
	r := &report.Report{
		Findings: []report.Finding{about("a", report.High, 1)},
		Suppressed: []report.Suppressed{
			{Finding: about("b", report.Medium, 2), Suppression: report.Suppression{Kind: report.ByComment, Reason: "so"}},
			{Finding: about("b", report.Blocker, 2), Suppression: report.Suppression{Kind: report.ByPath, Reason: "old"}},
			{Finding: guess, Suppression: report.Suppression{Kind: report.ByPath, Reason: "old"}},
		},
	}
	report.Rank(r)
	if s := r.Summary; s.Findings != 1 || s.Suppressed != 3 || s.BySeverity.Blocker != 0 || len(r.Plan) != 1 || len(r.Plan[0].Findings) != 1 {
		t.Errorf("summary %+v, plan %+v", s, r.Plan)
	}
	if f := r.Suppressed[0].Finding; f.Severity != report.Blocker || f.Risk == 0 || f.Fingerprint == "" || f.Effort.IsZero() {
		t.Errorf("the riskiest comes first and complete: %+v", f)
	}
	if code := r.ExitCode(report.Blocker); code != report.ExitClean {
		t.Errorf("exit code %d", code)
	}
	if got := r.Filtered(report.High, report.Likely).Summary.Suppressed; got != 1 {
		t.Errorf("%d suppressed findings pass the filter", got)
	}
	r.Suppressed[0].Finding.Rule = ""
	if r.Check() == nil {
		t.Error("a suppressed finding without a rule is accepted")
	}
}
