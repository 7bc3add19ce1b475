package analyzers

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/suite/fix"
	"golang.org/x/tools/go/analysis/suite/vet"

	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// A rule is a folder: every folder that documents an analyzer is registered,
// and every registered rule has one.
func TestFolders(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var folders, names []string
	for _, e := range entries {
		doc, err := os.ReadFile(filepath.Join(e.Name(), "doc.go"))
		if err == nil && strings.Contains(string(doc), "\n# Analyzer ") {
			folders = append(folders, e.Name())
		}
	}
	for _, r := range All() {
		names = append(names, r.Name)
	}
	slices.Sort(names)
	if len(folders) < 20 {
		t.Fatalf("only the folders %q document an analyzer", folders)
	}
	for _, f := range folders {
		if !slices.Contains(names, f) {
			t.Errorf("the folder %s documents an analyzer that All does not list", f)
		}
	}
	for _, n := range names {
		if !slices.Contains(folders, n) {
			t.Errorf("the rule %s has no folder with a section %q", n, "# Analyzer "+n)
		}
	}
}

// The name is an identifier of Go, a word for the command line and a file's
// name at once, and no analyzer of go vet or go fix has it.
func TestNames(t *testing.T) {
	word := regexp.MustCompile(`^[a-z]+$`)
	taken := map[string]string{}
	for where, suite := range map[string][]*analysis.Analyzer{"go vet": vet.Suite, "go fix": fix.Suite} {
		for _, a := range suite {
			taken[a.Name] = where
		}
	}
	if taken["printf"] == "" {
		t.Fatal("the analyzers of go vet are not known")
	}
	for _, r := range All() {
		if !word.MatchString(r.Name) {
			t.Errorf("%q is no lower-case word", r.Name)
		}
		if where := taken[r.Name]; where != "" {
			t.Errorf("%s: the name is taken by an earlier rule or by %s", r.Name, where)
		}
		taken[r.Name] = "a rule"
	}
}

// What every rule says of itself.
func TestRules(t *testing.T) {
	for _, r := range All() {
		if r.Check == nil {
			t.Errorf("%s checks nothing", r.Name)
		}
		if r.Clause == "" {
			t.Errorf("%s names no clause of the specification", r.Name)
		}
		if h := r.Hours; h[0] <= 0 || h[1] < h[0] {
			t.Errorf("%s: a rewrite takes from %v to %v hours", r.Name, h[0], h[1])
		}
		if !slices.Contains([]rule.Group{rule.Session, rule.Memory, rule.Keys, rule.Handles, rule.Retries, rule.Caching}, r.Group) {
			t.Errorf("%s is in no group: %q", r.Name, r.Group)
		}
		if !slices.Contains([]rule.Step{rule.StepState, rule.StepHandles, rule.StepKeys, rule.StepWrites, rule.StepTransport}, r.Step) {
			t.Errorf("%s belongs to no step: %q", r.Name, r.Step)
		}
	}
	if err := analysis.Validate(Analyzers()); err != nil {
		t.Error(err)
	}
	if len(Analyzers()) != len(All()) {
		t.Errorf("%d analyzers for %d rules", len(Analyzers()), len(All()))
	}
}

// Every page has the same sections in the same order, and they say something.
func TestSections(t *testing.T) {
	sections := []string{"Flagged", "Not flagged", "Rewrite", "Limits"}
	for _, r := range All() {
		if r.Title == "" || strings.HasSuffix(r.Title, ".") {
			t.Errorf("%s: the title %q is empty or a sentence", r.Name, r.Title)
		}
		var got []string
		parts := strings.Split("\n"+r.Doc, "\n## ")
		if strings.TrimSpace(parts[0]) == "" {
			t.Errorf("%s: the page does not say what is wrong before its first section", r.Name)
		}
		for _, part := range parts[1:] {
			name, body, _ := strings.Cut(part, "\n")
			got = append(got, name)
			if len(strings.Fields(body)) < 5 {
				t.Errorf("%s: the section %s says nothing", r.Name, name)
			}
			if name == "Rewrite" && !strings.Contains(body, "\n\t") {
				t.Errorf("%s: the rewrite shows no code", r.Name)
			}
		}
		if !slices.Equal(got, sections) {
			t.Errorf("%s: the sections are %q, want %q", r.Name, got, sections)
		}
	}
}

// A rule has programs on which it must and must not fire: a rule without near
// misses is not tested.
func TestCases(t *testing.T) {
	for _, r := range All() {
		for _, kind := range []string{"flag", "clean"} {
			if files, _ := filepath.Glob(filepath.Join(r.Name, "testdata", kind, "*", "*.go")); len(files) < 3 {
				t.Errorf("%s: only %d programs in testdata/%s", r.Name, len(files), kind)
			}
		}
		limits, _ := filepath.Glob(filepath.Join(r.Name, "testdata", "limits", "*", "*.go"))
		for _, file := range limits {
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments|parser.PackageClauseOnly)
			if err != nil {
				t.Error(err)
				continue
			}
			if !slices.ContainsFunc(f.Comments, reason) {
				t.Errorf("%s does not begin with the reason for the answer", file)
			}
		}
	}
}

// reason reports whether a comment says more than the version of a dependency.
func reason(g *ast.CommentGroup) bool {
	return !strings.HasPrefix(g.List[0].Text, "// with ") && len(strings.Fields(g.Text())) > 5
}
