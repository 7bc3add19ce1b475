package corpus

import (
	"slices"
	"testing"

	"github.com/mcpaudit/mcpaudit/report"
)

const folder = "../../testdata/corpus"

func TestCompare(t *testing.T) {
	s := Server{
		Name:     "x",
		Reviewed: []string{"in"},
		Labels: []Label{
			{Rule: "sessionmap", Severity: report.Blocker, Confidence: "sure", Sites: []string{"in/a.go:10"}},
			{Rule: "ambient", Severity: report.Medium, Confidence: "likely", Sites: []string{"in/a.go:50-60"}},
			{Rule: "memo", Severity: report.Medium, Confidence: "arguable", Sites: []string{"in/a.go:90"}},
			{Rule: "idempotency", Severity: report.High, Confidence: "sure", Sites: []string{"in/a.go:95"}},
		},
		Traps: []Trap{{Site: "out/t.go:5"}},
		Tools: Tools{Writes: []string{"create", "send"}, Repeatable: []string{"list"}},
	}
	finding := func(rule, file string, line int) report.Finding {
		return report.Finding{Rule: rule, Severity: report.High, Confidence: report.Sure, Site: report.Site{File: file, Line: line}}
	}
	byPath := finding("sessionheader", "other.go", 1)
	byPath.Path = []report.Frame{{File: "in/a.go", Line: 13}}
	writes := finding("idempotency", "in/a.go", 95)
	writes.Tools = []string{"create", "list"}
	unsure := finding("workflow", "in/a.go", 200)
	unsure.Confidence = report.Possible
	got := Compare(s, &report.Report{Findings: []report.Finding{
		byPath,                             // right: by its path, under a related name
		finding("notifybus", "in/a.go", 7), // another name
		finding("workflow", "out/t.go", 8), // a trap, though not in a reviewed folder
		finding("workflow", "in/b.go", 1),  // no label
		finding("workflow", "out/b.go", 1), // nobody looked
		writes, unsure,
	}})
	if got.Recall != (Ratio{1, 2}) || got.Grave != (Ratio{1, 1}) || got.Precision != (Ratio{3, 8}) || got.Writes != (Ratio{1, 2}) || !slices.Equal(got.Wrong, []string{"x: list"}) {
		t.Errorf("%+v", got)
	}
	if want := []string{"x: medium ambient in/a.go:50-60"}; !slices.Equal(got.Missed, want) {
		t.Errorf("missed %q", got.Missed)
	}
	if len(got.False) != 3 {
		t.Errorf("false alarms %q", got.False)
	}
}

func TestLeads(t *testing.T) {
	s := Server{Labels: []Label{
		{Rule: "sessionmap", Severity: report.Blocker, Named: true, Sites: []string{"a.go:10"}},
		{Rule: "statefultransport", Severity: report.Blocker, Sites: []string{"a.go:90"}},
	}}
	finding := func(rule string, line int) report.Finding {
		return report.Finding{Rule: rule, Confidence: report.Sure, Site: report.Site{File: "a.go", Line: line}}
	}
	other, named, unnamed := finding("memo", 50), finding("sessionmap", 11), finding("statefultransport", 90)
	guess := finding("memo", 51)
	guess.Confidence = report.Possible
	for _, test := range []struct {
		what      string
		server    Server
		findings  []report.Finding
		named, ok bool
	}{
		{"the fifth", s, []report.Finding{other, guess, other, other, unnamed, named}, true, true},
		{"the sixth", s, []report.Finding{other, other, other, other, unnamed, named}, true, false},
		{"another rule there", s, []report.Finding{finding("cancellation", 10)}, true, false},
		{"nothing found", s, nil, true, false},
		{"a verdict without blockers", Server{Labels: s.Labels[1:]}, []report.Finding{other}, false, true},
	} {
		named, ok := Leads(test.server, &report.Report{Findings: test.findings})
		if named != test.named || ok != test.ok {
			t.Errorf("%s: %v %v", test.what, named, ok)
		}
	}
}

// TestLabels holds the labels in shape.
func TestLabels(t *testing.T) {
	servers, err := Load(folder)
	if err != nil || len(servers) == 0 {
		t.Fatal(len(servers), err)
	}
	for _, s := range servers {
		if s.Module == "" || s.Version == "" || len(s.Packages) == 0 {
			t.Errorf("%s: incomplete", s.Name)
		}
		for _, l := range s.Labels {
			if len(l.Sites) == 0 || l.Rule == "" || !slices.Contains(report.Severities(), l.Severity) {
				t.Errorf("%s: label %+v", s.Name, l)
			}
			if l.Named && (l.Severity != report.Blocker || l.Confidence == "arguable") {
				t.Errorf("%s: no sure blocker, and yet a verdict names it: %+v", s.Name, l)
			}
		}
	}
}
