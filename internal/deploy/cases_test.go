package deploy_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/internal/deploy"
	"github.com/mcpaudit/mcpaudit/internal/deploy/join"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rule"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rules"
	"github.com/mcpaudit/mcpaudit/internal/deploy/target"
	"github.com/mcpaudit/mcpaudit/report"
)

var update = flag.Bool("update", false, "rewrite the want files of the cases")

const cases = "../../testdata/deploy"

// code is what a case says about the code beside the files, in code.json.
type code struct {
	Module   string
	Programs []target.Program
	Findings []report.Finding
	Steps    map[string]string
	Reads    []rule.Variable
	Sets     []rule.Variable
	Served   report.Served
	Uses     []rule.Use
	Partial  bool
}

// TestCases runs every folder testdata/deploy/RULE/{flag,clean,refuse}/CASE. The file want holds one line for each finding and each problem; a
// clean case has none. code.json is the audit of the code, want.diff the rewrite.
func TestCases(t *testing.T) {
	dirs, err := filepath.Glob(filepath.Join(cases, "*", "*", "*"))
	if err != nil || len(dirs) < 60 {
		t.Fatalf("%d cases, %v", len(dirs), err)
	}
	kinds := map[string]bool{}
	for _, dir := range dirs {
		rel, err := filepath.Rel(cases, dir)
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.Split(filepath.ToSlash(rel), "/")
		kinds[parts[0]+"/"+parts[1]] = true
		t.Run(filepath.ToSlash(rel), func(t *testing.T) { runCase(t, dir, parts[0], parts[1]) })
	}
	for _, r := range rules.All() {
		for _, kind := range []string{"flag", "clean"} {
			if !kinds[r.Name+"/"+kind] {
				t.Errorf("rule %s has no case in %s", r.Name, kind)
			}
		}
	}
}

func runCase(t *testing.T, dir, name, kind string) {
	o := deploy.Options{Base: dir, Paths: []string{"."}, Rules: []string{name}}
	o.Module.Around = []string{} // whatever the checkout is called
	c := readCode(t, dir)
	r := &report.Report{}
	if c != nil {
		o.Module.Path, o.Module.Programs = c.Module, c.Programs
		o.Audit = &rule.Audit{Findings: c.Findings, Steps: c.Steps, Reads: c.Reads, Sets: c.Sets, Served: c.Served, Uses: c.Uses, Partial: c.Partial}
		r.Findings = c.Findings
	}
	res, err := deploy.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	join.Apply(r, res)
	var got []string
	diff := ""
	for _, f := range res.Findings {
		if f.Severity == "" || f.Message == "" || f.Clause == "" || f.Suggestion == "" || f.Site.Line == 0 || f.Site.Column == 0 || f.Object == "" {
			t.Errorf("the finding is not complete: %+v", f)
		}
		got = append(got, fmt.Sprintf("%s %s %s %s:%d:%d %s | %s", f.Rule, f.Severity, f.Confidence, f.Site.File, f.Site.Line, f.Site.Column, f.Message, f.Suggestion))
		diff += f.Diff
		for _, r := range f.Related {
			got = append(got, fmt.Sprintf("%s %s:%d also %s:%d %s", f.Rule, f.Site.File, f.Site.Line, r.File, r.Line, r.What))
		}
	}
	for _, p := range res.Problems {
		got = append(got, fmt.Sprintf("problem %s:%d %s", p.File, p.Line, p.Message))
	}
	checkClaims(t, dir, res.Findings)
	slices.Sort(got)
	compare(t, filepath.Join(dir, "want"), strings.Join(append(got, ""), "\n"))
	compare(t, filepath.Join(dir, "want.diff"), diff)

	likely := slices.ContainsFunc(res.Findings, func(f report.Finding) bool { return f.Confidence.AtLeast(report.Likely) })
	switch {
	case kind == "flag" && !likely:
		t.Error("nothing is flagged")
	case kind == "clean" && len(res.Findings) > 0:
		t.Error("something is flagged")
	case kind == "refuse" && (diff != "" || len(res.Findings) == 0):
		t.Error("there must be a finding without a rewrite")
	}
}

// checkClaims compares what a line of a case says about itself, in a comment "want: rule", with the findings.
func checkClaims(t *testing.T, dir string, found []report.Finding) {
	claim := regexp.MustCompile(`want: ([a-z]+)`)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), "want") {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		for i, line := range strings.Split(string(src), "\n") {
			m := claim.FindStringSubmatch(line)
			if m != nil && !slices.ContainsFunc(found, func(f report.Finding) bool {
				return f.Rule == m[1] && f.Site.File == filepath.ToSlash(rel) && f.Site.Line == i+1
			}) {
				t.Errorf("%s:%d claims a finding of %s", rel, i+1, m[1])
			}
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func readCode(t *testing.T, dir string) *code {
	src, err := os.ReadFile(filepath.Join(dir, "code.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(src))
	dec.DisallowUnknownFields()
	c := new(code)
	if err := dec.Decode(c); err != nil {
		t.Fatalf("%s: %v", strconv.Quote(dir), err)
	}
	return c
}

// compare compares with a file that is not there when nothing is wanted.
func compare(t *testing.T, file, got string) {
	t.Helper()
	if got = strings.TrimLeft(got, "\n"); *update {
		if got == "" {
			if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
		} else if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("%s: got\n%s\nwant\n%s", filepath.Base(file), got, want)
	}
}
