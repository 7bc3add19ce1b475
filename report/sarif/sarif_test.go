package sarif_test

import (
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/report"
	"github.com/mcpaudit/mcpaudit/report/internal/sample"
	"github.com/mcpaudit/mcpaudit/report/sarif"
	library "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

func help(rule string) string {
	if rule == "sessionmap" {
		return "State keyed by the **protocol session**.\n"
	}
	return ""
}

func TestGolden(t *testing.T) {
	for _, name := range []string{"full", "hostile", "clean", "problems"} {
		sample.Golden(t, name+".golden", sample.Write(t, sarif.Writer{Help: help}, sample.Load(t, name)))
	}
}

// The library brings the official schema of SARIF 2.1.0 with errata 01. What is written must satisfy it as it is read back.
func TestSchema(t *testing.T) {
	for _, name := range sample.Names {
		out := sample.Write(t, sarif.Writer{Help: help}, sample.Load(t, name))
		if !json.Valid([]byte(out)) {
			t.Fatalf("%s: no JSON", name)
		}
		log, err := library.FromString(out)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := log.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	// The check can fail.
	log, err := library.FromString(strings.Replace(sample.Write(t, sarif.Writer{}, sample.Load(t, "full")), `"level": "error"`, `"level": "fatal"`, 1))
	if err != nil {
		t.Fatal(err)
	}
	if log.Validate() == nil {
		t.Error("the schema accepts a level that does not exist")
	}
}

// log is as much of SARIF as the tests below look at.
type log struct {
	Runs []struct {
		Tool struct {
			Driver struct {
				Rules []struct {
					ID      string
					HelpURI string
					Help    struct{ Text, Markdown string }
				}
			}
		}
		OriginalURIBaseIDs map[string]struct{ URI *string }
		Invocations        []struct {
			ExecutionSuccessful        bool
			ToolExecutionNotifications []struct{ Message struct{ Text string } }
		}
		Results []result
	}
}

type result struct {
	RuleID           string
	RuleIndex        int
	Level            string
	Rank             float64
	BaselineState    string
	Locations        []location
	RelatedLocations []location
	CodeFlows        []struct {
		ThreadFlows []struct{ Locations []struct{ Location location } }
	}
	PartialFingerprints map[string]string
	Suppressions        []struct{ Kind, Justification string }
	Fixes               []struct {
		ArtifactChanges []struct {
			Replacements []struct {
				DeletedRegion   struct{ StartLine, StartColumn, EndLine, EndColumn int }
				InsertedContent struct{ Text string }
			}
		}
	}
	Properties struct{ Object string }
}

type location struct {
	PhysicalLocation struct {
		ArtifactLocation struct{ URI, URIBaseID string }
		Region           struct{ StartLine, StartColumn int }
	}
	Message struct{ Text string }
}

func written(t *testing.T, r *report.Report) *log {
	t.Helper()
	l := new(log)
	if err := json.Unmarshal([]byte(sample.Write(t, sarif.Writer{Help: help}, r)), l); err != nil {
		t.Fatal(err)
	}
	return l
}

func TestContent(t *testing.T) {
	r := sample.Load(t, "full")
	run := written(t, r).Runs[0]
	if len(run.Results) != len(r.Findings)+len(r.Suppressed)+len(r.Since.Fixed) {
		t.Fatalf("%d results", len(run.Results))
	}
	if base, ok := run.OriginalURIBaseIDs["%SRCROOT%"]; !ok || base.URI != nil {
		t.Error("the root must be named and left to the reader")
	}
	by := map[string]result{}
	for _, res := range run.Results {
		by[res.Properties.Object] = res
		if got := run.Tool.Driver.Rules[res.RuleIndex].ID; got != res.RuleID {
			t.Errorf("rule index of %s points to %s", res.RuleID, got)
		}
		if res.PartialFingerprints["mcpaudit/v1"] == "" {
			t.Errorf("%s has no fingerprint", res.RuleID)
		}
	}

	store := by["store.Sessions.byID"]
	if store.Level != "error" || store.Rank != 100 || store.BaselineState != "updated" || len(store.RelatedLocations) == 0 {
		t.Errorf("%+v", store)
	}
	if got := store.Locations[0].PhysicalLocation; got.ArtifactLocation.URI != "services/deploy/internal/store/sessions.go" || got.ArtifactLocation.URIBaseID != "%SRCROOT%" || got.Region.StartLine != 42 {
		t.Errorf("location %+v: it must be relative to the repository", got)
	}
	if steps := store.CodeFlows[0].ThreadFlows[0].Locations; len(steps) != 4 || steps[3].Location.Message.Text != "(*tools.Draft).Publish: reads byID[session] in a later call" {
		t.Errorf("code flow %+v", steps)
	}
	if got := by["cluster.current"].BaselineState; got != "new" {
		t.Errorf("a new finding is %q", got)
	}
	if got := by["tools.previous"].BaselineState; got != "absent" {
		t.Errorf("a fixed finding is %q", got)
	}
	if s := by["token.key"].Suppressions; len(s) != 1 || s[0].Kind != "external" || s[0].Justification != "keys move to the vault in March" {
		t.Errorf("known finding: %+v", s)
	}
	if s := by["main.name"].Suppressions; len(s) != 1 || s[0].Kind != "inSource" {
		t.Errorf("ignored finding: %+v", s)
	}
	change := by["main.serveHTTP handler"].Fixes[0].ArtifactChanges[0].Replacements[0]
	if change.InsertedContent.Text != "Stateless: true" || change.DeletedRegion.StartLine != 24 || change.DeletedRegion.StartColumn != change.DeletedRegion.EndColumn {
		t.Errorf("fix %+v", change)
	}
	inv := run.Invocations[0]
	if inv.ExecutionSuccessful || len(inv.ToolExecutionNotifications) != 4 {
		t.Errorf("invocation %+v", inv)
	}
	for _, rule := range run.Tool.Driver.Rules {
		if rule.Help.Text == "" || rule.ID == "sessionmap" && rule.Help.Markdown != help("sessionmap") {
			t.Errorf("help of %s: %+v", rule.ID, rule.Help)
		}
	}
}

// URIs must lead to the file whatever its name is.
func TestURIs(t *testing.T) {
	for file, want := range map[string]string{
		"a/b.go":      "a/b.go",
		"a b%2F/ü.go": "a%20b%252F/%C3%BC.go",
		"c:d/e.go":    "./c:d/e.go",
		"#?.go":       "%23%3F.go",
	} {
		r := &report.Report{Findings: []report.Finding{{Rule: "memo", Severity: report.Low, Confidence: report.Sure, Site: report.Site{File: file, Line: 3}}}}
		got := written(t, r).Runs[0].Results[0].Locations[0].PhysicalLocation.ArtifactLocation.URI
		if got != want {
			t.Errorf("URI of %s: %s, want %s", file, got, want)
		}
		base, _ := url.Parse("file:///src/")
		u, err := base.Parse(got)
		if err != nil || u.Path != "/src/"+file || u.Fragment != "" || u.RawQuery != "" {
			t.Errorf("%s leads to %v (%v)", got, u, err)
		}
	}
}

// Columns of reports count bytes, those of SARIF UTF-16 code units.
func TestColumns(t *testing.T) {
	line := `	x := f("é🚀", y)`
	r := &report.Report{
		Findings: []report.Finding{{Rule: "memo", Severity: report.Low, Confidence: report.Sure, Site: report.Site{File: "a.go", Line: 1, Column: strings.Index(line, "y") + 1}}},
		Excerpts: []report.Excerpt{{File: "a.go", Line: 1, Lines: []string{line}}},
	}
	// Tab, "x := f(", quote, é, two units for the rocket, quote, comma, blank.
	if got := written(t, r).Runs[0].Results[0].Locations[0].PhysicalLocation.Region.StartColumn; got != 1+1+7+1+1+2+1+1+1 {
		t.Errorf("column %d", got)
	}
}

func TestFindingWithoutFile(t *testing.T) {
	r := &report.Report{Findings: []report.Finding{{Rule: "memo", Severity: report.Low, Confidence: report.Sure}}}
	if got := written(t, r).Runs[0].Results[0].Locations[0].PhysicalLocation.ArtifactLocation.URI; got != "go.mod" {
		t.Errorf("shown at %q", got)
	}
}

var errDisk = errors.New("disk full")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errDisk }

func TestWriteError(t *testing.T) {
	if err := (sarif.Writer{}).Write(failing{}, &report.Report{}); !errors.Is(err, errDisk) {
		t.Errorf("error %v", err)
	}
}
