// Package sample has what the tests of all formats share: the stored reports of report/testdata and text/testdata, and golden files.
package sample

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/mcpaudit/mcpaudit/report"
	"github.com/mcpaudit/mcpaudit/report/json"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Names lists the stored reports: a report with all that there can be; one with a run of the server; one whose every text is an attack; no findings; findings without
// anything else; what could not be checked; no server; sixty findings.
var Names = []string{"full", "proof", "hostile", "clean", "deploy", "problems", "nothing", "sixty"}

// Load reads a stored report and ranks it. It is called by tests in a folder report/FORMAT.
func Load(t testing.TB, name string) *report.Report {
	t.Helper()
	file := filepath.Join("..", "testdata", name+".json")
	if _, err := os.Stat(file); err != nil {
		file = filepath.Join("..", "text", "testdata", name+".json")
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := json.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	report.Rank(r)
	return r
}

// Write returns what a writer makes of a report.
func Write(t testing.TB, w report.Writer, r *report.Report) string {
	t.Helper()
	var buf bytes.Buffer
	if err := w.Write(&buf, r); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

// Golden compares got with testdata/NAME, or rewrites that file under -update.
func Golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("output differs from %s (go test -update rewrites it):\n%s", file, got)
	}
}

// Many is a ranked report of n findings with distinct objects, tools and excerpts.
func Many(n int) *report.Report {
	r := &report.Report{
		Tool:   report.Tool{Name: "mcpaudit", Version: "v0.1.0"},
		Module: report.Module{Path: "example.com/large", Go: "1.26", Dir: "."},
		Served: report.Served{Transports: []string{report.HTTP}},
		Rules: []report.Rule{
			{Name: "sessionmap", Title: "state keyed by the protocol session", Step: report.StepState, URL: "https://example.com/sessionmap"},
			{Name: "idempotency", Title: "calling the tool twice does its work twice", Step: report.StepWrites, URL: "https://example.com/idempotency"},
		},
	}
	severities := report.Severities()
	for i := range n {
		id := strconv.Itoa(i)
		pkg := "p" + strconv.Itoa(i%40)
		f := report.Finding{
			Rule: "sessionmap", Severity: severities[i%len(severities)], Confidence: report.Sure, Package: "example.com/large/" + pkg,
			Object: pkg + ".Store.field" + id, Title: "state keyed by the protocol session",
			Site:    report.Site{File: pkg + "/store.go", Line: 10 * (i + 1), Column: 2},
			Path:    []report.Frame{{File: pkg + "/tools.go", Line: 10 * (i + 1), Function: pkg + ".Handle" + id, What: "serves tool tool" + id}, {File: pkg + "/store.go", Line: 10 * (i + 1), Function: pkg + ".Put" + id, What: "writes field" + id}},
			Tools:   []string{"tool" + id, "tool" + strconv.Itoa(i/2)},
			Message: "the next request may reach a replica that does not have it", Suggestion: "keep it in a store that all replicas share",
		}
		if i%3 == 0 {
			f.Rule, f.Object, f.Tools = "idempotency", "tool tool"+id, []string{"tool" + id}
		}
		r.Findings = append(r.Findings, f)
	}
	for file := range 40 {
		for _, name := range []string{"store.go", "tools.go"} {
			for i := file; i < n; i += 40 {
				r.Excerpts = append(r.Excerpts, report.Excerpt{
					File: "p" + strconv.Itoa(file) + "/" + name, Line: 10*(i+1) - 1,
					Lines: []string{"// Put stores a value.", "func (s *Store) Put(id string, v any) { s.field[id] = v } // " + strconv.Itoa(i), ""},
				})
			}
		}
	}
	report.Rank(r)
	return r
}
