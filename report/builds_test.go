package report_test

import (
	"testing"

	"github.com/mcpaudit/mcpaudit/report"
)

// TestAddBuild takes from another build only what its own code takes part in: the default build has judged the rest.
func TestAddBuild(t *testing.T) {
	finding := func(id, file, passes string) report.Finding {
		return report.Finding{Fingerprint: id, Rule: "workflow", Severity: report.High, Site: report.Site{File: file}, Path: []report.Frame{{File: passes}}}
	}
	r := &report.Report{Findings: []report.Finding{finding("a", "main.go", "main.go")}}
	other := &report.Report{Findings: []report.Finding{
		finding("a", "main.go", "main.go"), finding("b", "main.go", "main.go"), finding("c", "paid.go", "main.go"), finding("d", "main.go", "paid.go"),
	}}
	has := func(file string) bool { return file == "main.go" }
	r.AddBuild("paid", other, has, func(string) bool { return true })
	got := ""
	for _, f := range r.Findings {
		got += f.Fingerprint + ":" + f.Build + " "
	}
	if want := "a: c:paid d:paid "; got != want {
		t.Errorf("findings %q, want %q", got, want)
	}
}
