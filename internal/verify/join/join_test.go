package join_test

import (
	"slices"
	"testing"

	"github.com/mcpaudit/mcpaudit/internal/verify/join"
	"github.com/mcpaudit/mcpaudit/report"
)

func TestFindings(t *testing.T) {
	finding := func(rule string, tools ...string) report.Finding {
		return report.Finding{Rule: rule, Object: "main." + rule, Fingerprint: rule, Tools: tools}
	}
	r := &report.Report{
		Findings: []report.Finding{
			finding("workflow", "create", "publish"), // fails in kill
			finding("idempotency", "pay"),            // replay passed
			finding("ambient", "choose"),             // never called
			finding("handledoc", "create"),           // no phase shows it
			finding("cachescope", "publish"),         // callers was skipped
			finding("statefultransport"),             // has no tools
			finding("servername"),                    // has no tools, and lists passed
		},
		Proof: &report.Proof{
			Calls: []report.ProofCall{{Step: 1, Call: "create"}, {Step: 2, Call: "publish"}, {Step: 3, Call: "pay"}},
			Phases: []report.ProofPhase{
				{Name: report.PhaseBaseline, Status: report.Failed, Failures: []report.ProofFailure{{Call: "server/discover", Message: "not served"}}},
				{Name: report.PhaseKill, Status: report.Failed, Failures: []report.ProofFailure{{Step: 2, Call: "publish", Message: "publish fails"}}},
				{Name: report.PhaseReplay, Status: report.Passed},
				{Name: report.PhaseCut, Status: report.Passed},
				{Name: report.PhaseCallers, Status: report.Skipped},
				{Name: report.PhaseLists, Status: report.Passed},
			},
		},
	}
	join.Findings(r)
	want := map[string]string{
		"workflow": report.Confirmed, "idempotency": report.NotReproduced, "ambient": report.NotExercised, "handledoc": report.NotExercised,
		"cachescope": report.NotExercised, "statefultransport": report.Confirmed, "servername": report.NotReproduced,
	}
	if len(r.Proof.Findings) != len(r.Findings) {
		t.Fatalf("%d verdicts", len(r.Proof.Findings))
	}
	for i, v := range r.Proof.Findings {
		if v.Verdict != want[v.Rule] || v.Fingerprint != r.Findings[i].Fingerprint || v.Why == "" {
			t.Errorf("%s: %+v, want %s", v.Rule, v, want[v.Rule])
		}
	}
	kill := r.Proof.Phases[1].Failures[0]
	if !slices.Equal(kill.Explained, []string{"workflow"}) {
		t.Errorf("explained by %v", kill.Explained)
	}
	if baseline := r.Proof.Phases[0].Failures[0]; !slices.Equal(baseline.Explained, []string{"statefultransport"}) {
		t.Errorf("explained by %v", baseline.Explained)
	}
	join.Findings(&report.Report{}) // nothing was run
}
