package drivers_test

import (
	"cmp"
	"context"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/mcpaudit/mcpaudit/analyzers/ignores"
	"github.com/mcpaudit/mcpaudit/internal/scan"
	"github.com/mcpaudit/mcpaudit/report"
)

// diagnostic is what a driver of go/analysis prints.
type diagnostic struct {
	rule    string
	at      place // where the driver reports it
	message string
	site    place // where it stands
}

type place struct {
	file string
	line int
}

func (d diagnostic) compare(e diagnostic) int {
	return cmp.Or(cmp.Compare(d.at.file, e.at.file), cmp.Compare(d.at.line, e.at.line), cmp.Compare(d.rule, e.rule), cmp.Compare(d.message, e.message))
}

// elsewhere finds the site in the message of a diagnostic that is reported in
// another package: "object (file:line): ...".
var elsewhere = regexp.MustCompile(`^[^ ].*? \(([^() ]+\.go):(\d+)\): `)

func newDiagnostic(t *testing.T, dir, rule, posn, message string) diagnostic {
	t.Helper()
	parts := strings.Split(posn, ":")
	if len(parts) < 3 {
		t.Fatalf("position %q", posn)
	}
	line, err := strconv.Atoi(parts[len(parts)-2])
	if err != nil {
		t.Fatal(err)
	}
	dir, err = filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	file, err := filepath.Rel(dir, strings.Join(parts[:len(parts)-2], ":"))
	if err != nil {
		t.Fatal(err)
	}
	d := diagnostic{rule: rule, at: place{filepath.ToSlash(file), line}, message: message}
	d.site = d.at
	if m := elsewhere.FindStringSubmatch(message); m != nil {
		line, err := strconv.Atoi(m[2])
		if err != nil {
			t.Fatal(err)
		}
		d.site = place{m[1], line}
	}
	return d
}

// checked runs all rules in this process.
func checked(t *testing.T, dir string) []diagnostic {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Dir: dir, Mode: packages.LoadAllSyntax | packages.NeedModule, Tests: true}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	// Facts go through their encoding here, too.
	graph, err := checker.Analyze(ignores.All(), pkgs, &checker.Options{SanityCheck: true})
	if err != nil {
		t.Fatal(err)
	}
	var all []diagnostic
	for act := range graph.All() {
		if !act.IsRoot {
			continue
		}
		if act.Err != nil {
			t.Fatal(act.Err)
		}
		for _, d := range act.Diagnostics {
			all = append(all, newDiagnostic(t, dir, act.Analyzer.Name, act.Package.Fset.Position(d.Pos).String(), d.Message))
		}
	}
	slices.SortFunc(all, diagnostic.compare)
	return slices.Compact(all) // a package and its variant with tests say the same
}

// audited runs the command line's audit.
func audited(t *testing.T, dir string, patterns ...string) []report.Finding {
	t.Helper()
	r, err := scan.Run(context.Background(), scan.Options{Dir: dir, Patterns: patterns})
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(r.Findings, func(f report.Finding) bool {
		return !f.Severity.AtLeast(report.Low) || !f.Confidence.AtLeast(report.Likely)
	})
}

// says reports whether a finding, or one merged into it, is the diagnostic.
func says(f report.Finding, d diagnostic) bool {
	if f.Rule != d.rule && !slices.Contains(f.Also, d.rule) {
		return false
	}
	return f.Site.File == d.site.file && f.Site.Line == d.site.line || slices.ContainsFunc(f.Related, func(r report.Related) bool {
		return r.File == d.site.file && r.Line == d.site.line
	})
}

// TestDrivers compares what three drivers say of the fixtures.
func TestDrivers(t *testing.T) {
	for _, module := range []string{"gosdk", "mcpgo"} {
		t.Run(module, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(fixtures, module)
			out, errs, err := vet(t, dir, "-json", "./...")
			if err != nil {
				t.Fatalf("%v\n%s", err, errs)
			}
			vetted := told(t, dir, out)
			if len(vetted) == 0 {
				t.Fatal("go vet finds nothing")
			}
			if got := checked(t, dir); !slices.Equal(got, vetted) {
				t.Errorf("in one process:\n%s\nby go vet:\n%s", list(got), list(vetted))
			}

			// One package at a time finds nothing that the whole module does not.
			whole := audited(t, dir)
			for _, d := range vetted {
				if !slices.ContainsFunc(whole, func(f report.Finding) bool { return says(f, d) }) {
					t.Errorf("the command line does not find %s", list([]diagnostic{d}))
				}
			}

			// A program is seen whole, so that nothing is missed on the way from
			// its handlers.
			compared := 0
			for _, f := range whole {
				if !slices.ContainsFunc(f.Path, func(s report.Frame) bool { return path.Base(path.Dir(s.File)) == "before" }) {
					continue
				}
				compared++
				at := place{f.Site.File, f.Site.Line}
				if !slices.ContainsFunc(vetted, func(v diagnostic) bool { return v.rule == f.Rule && v.site == at }) {
					t.Errorf("go vet does not find %s %s %v", f.Rule, f.Object, at)
				}
			}
			if compared < 5 {
				t.Errorf("only %d findings were compared", compared)
			}
		})
	}
}

func list(ds []diagnostic) string {
	var b strings.Builder
	for _, d := range ds {
		b.WriteString(d.at.file + ":" + strconv.Itoa(d.at.line) + " " + d.rule + ": " + d.message + "\n")
	}
	return b.String()
}
