package text_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/clipperhouse/displaywidth"
	"github.com/mcpaudit/mcpaudit/report"
	"github.com/mcpaudit/mcpaudit/report/json"
	"github.com/mcpaudit/mcpaudit/report/text"
)

var update = flag.Lookup("update").Value.(flag.Getter) // of package sample

// stored reads a report of testdata and ranks it.
func stored(t *testing.T, name string) *report.Report {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name+".json"))
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

func write(t *testing.T, w text.Writer, r *report.Report) string {
	t.Helper()
	var buf bytes.Buffer
	if err := w.Write(&buf, r); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

// The files of testdata with the thresholds that they are shown at.
var goldens = []struct {
	name       string
	severity   report.Severity
	confidence report.Confidence
}{
	{"deploy", report.Low, report.Likely},
	{"clean", report.Low, report.Likely},
	{"nothing", report.Low, report.Likely},
	{"problems", report.Low, report.Likely},
	{"hostile", report.Info, report.Possible},
	{"sixty", report.Low, report.Likely},
	{"manifests", report.Low, report.Likely},
	{"alone", report.Low, report.Likely},
	{"aside", report.Low, report.Likely},
	{"proof", report.Low, report.Likely},
}

func TestGolden(t *testing.T) {
	for _, g := range goldens {
		t.Run(g.name, func(t *testing.T) {
			got := write(t, text.Writer{}, stored(t, g.name).Filtered(g.severity, g.confidence))
			golden := filepath.Join("testdata", g.name+".golden")
			if update.Get().(bool) {
				if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("output differs from %s (go test -update rewrites it):\n%s", golden, got)
			}
		})
	}
}

var ansi = regexp.MustCompile("\x1b\\[[0-9;]*m")

// Colours must not change a single character, and no line may be too wide, end in blanks or hold anything but printable text.
func TestLines(t *testing.T) {
	for _, g := range goldens {
		for _, width := range []int{0, 60, 80, 140} {
			r := stored(t, g.name).Filtered(g.severity, g.confidence)
			plain := write(t, text.Writer{Width: width}, r)
			coloured := write(t, text.Writer{Width: width, Color: true}, r)
			if stripped := ansi.ReplaceAllString(coloured, ""); stripped != plain {
				t.Errorf("%s, width %d: colours change the text:\n%s", g.name, width, stripped)
			}
			if len(r.Findings) > 0 && !ansi.MatchString(coloured) {
				t.Errorf("%s: no colours", g.name)
			}
			limit := width
			if limit == 0 {
				limit = 100
			}
			for i, line := range strings.Split(plain, "\n") {
				if w := displaywidth.String(line); w > limit {
					t.Errorf("%s, width %d: line %d has %d columns: %s", g.name, width, i+1, w, line)
				}
				if line != strings.TrimRight(line, " ") {
					t.Errorf("%s, width %d: line %d ends in blanks: %q", g.name, width, i+1, line)
				}
				if p := report.Printable(line); p != line {
					t.Errorf("%s, width %d: line %d is not printable: %s", g.name, width, i+1, p)
				}
			}
		}
	}
}

// The colours must be readable on light and dark backgrounds.
func TestColours(t *testing.T) {
	allowed := map[string]bool{
		"1": true, "2": true, "22": true, "22;0": true, "0": true, // bold, faint and their ends
		"1;31": true, "31": true, "35": true, // red, magenta
	}
	for _, g := range goldens {
		out := write(t, text.Writer{Color: true}, stored(t, g.name))
		for _, m := range ansi.FindAllString(out, -1) {
			if code := strings.TrimSuffix(strings.TrimPrefix(m, "\x1b["), "m"); !allowed[code] {
				t.Errorf("%s: colour %q", g.name, code)
			}
		}
	}
}

func TestNoColorEnvironmentDoesNotDecide(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	if out := write(t, text.Writer{Color: true}, stored(t, "deploy")); !ansi.MatchString(out) {
		t.Error("the caller asked for colours")
	}
}
