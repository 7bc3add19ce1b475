package ruletest

import (
	"bytes"
	"flag"
	"go/ast"
	"go/format"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

var update = flag.Bool("update-fixes", false, "write what programs in testdata/fix become")

// maxRounds is how many rewrites one program may need.
const maxRounds = 12

// runFixes checks the rewrites of a rule.
func runFixes(t *testing.T, r *rule.Rule) {
	for _, kind := range []string{"fix", "refuse"} {
		dirs, err := os.ReadDir(filepath.Join("testdata", kind))
		if err != nil {
			continue
		}
		for _, d := range dirs {
			dir := filepath.Join("testdata", kind, d.Name())
			t.Run(kind+"/"+d.Name(), func(t *testing.T) {
				if kind == "fix" {
					fixes(t, r, dir)
				} else {
					refusals(t, r, dir)
				}
			})
		}
	}
}

// proposal is what the rule makes of one finding.
type proposal struct {
	rule.Finding
	fix     *edit.Fix
	refusal *edit.Refusal
}

// program is a copy of the program with the scaffolded package.
func program(t *testing.T, dir string) string {
	t.Helper()
	temp := t.TempDir()
	if err := os.CopyFS(temp, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(temp, "handles")); err == nil {
		src, err := stubs.ReadFile("testdata/stubs/handles/handles.go")
		if err == nil {
			err = os.WriteFile(filepath.Join(temp, "handles", "handles.go"), src, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return temp
}

// propose loads a program and asks for the rewrites of the rule's findings.
func propose(t *testing.T, r *rule.Rule, dir string) (*appLoader, []proposal) {
	t.Helper()
	ld := shared()
	ld.mu.Lock()
	defer ld.mu.Unlock()
	app := ld.app(t, dir)
	v := view.New(link.New(sdk.Builtin(), app.summaries()))
	c := &rule.Context{Program: app.syntax(), View: v, Findings: r.Run(v)}
	var out []proposal
	for _, f := range c.Findings {
		if f.Severity == rule.Info || f.Confidence == rule.Possible {
			continue
		}
		p := proposal{Finding: f}
		p.fix, p.refusal = r.Propose(c, f)
		out = append(out, p)
	}
	return app, out
}

func (a *appLoader) syntax() *edit.Program {
	p := &edit.Program{Fset: a.fset, Position: a.position, Whole: true}
	for _, x := range a.order {
		if !x.main {
			continue
		}
		if x.path == App+"/handles" {
			p.Handles = x.path
		}
		p.Packages = append(p.Packages, &edit.Package{
			Path: x.path, Types: x.types, Info: x.info, Files: x.files, Sound: true,
			Source: func(pos token.Pos) ([]byte, error) { return os.ReadFile(a.fset.Position(pos).Filename) },
		})
	}
	return p
}

// fixes rewrites a program and compares it with its golden files.
func fixes(t *testing.T, r *rule.Rule, dir string) {
	temp := program(t, dir)
	// One rewrite after the other, as each moves the text that the next one edits.
	for round := 0; ; round++ {
		app, proposals := propose(t, r, temp)
		if round == 0 && len(proposals) == 0 {
			t.Fatal("the rule finds nothing")
		}
		if len(proposals) == 0 {
			break
		}
		p := proposals[0]
		if p.fix == nil {
			t.Fatalf("%s: refused: %s (%s %+v)", p.Site, p.refusal, p.Object, p.Related)
		}
		if round == maxRounds {
			t.Fatalf("the rule still finds %s", describe(p.Finding))
		}
		apply(t, app, p.fix.Edits)
	}
	goldens := 0
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") {
			return err
		}
		want, err := os.ReadFile(name + ".golden")
		if os.IsNotExist(err) {
			want, err = os.ReadFile(name) // it stays as it is
		} else {
			goldens++
		}
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		if strings.HasPrefix(filepath.ToSlash(rel), "handles/") {
			return nil
		}
		got, err := os.ReadFile(filepath.Join(temp, rel))
		if err == nil && *update && !bytes.Equal(got, want) {
			return os.WriteFile(name+".golden", got, 0o644)
		}
		if err == nil && !bytes.Equal(got, want) {
			t.Errorf("%s becomes\n%s", name, got)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if goldens == 0 && !*update {
		t.Error("the program has no .golden file")
	}
}

// apply writes the edited files.
func apply(t *testing.T, app *appLoader, edits []edit.Edit) {
	t.Helper()
	byFile := map[string][]edit.Edit{}
	for _, e := range edits {
		name := app.fset.Position(e.Pos).Filename
		byFile[name] = append(byFile[name], e)
	}
	for name, list := range byFile {
		slices.SortStableFunc(list, func(a, b edit.Edit) int {
			if a.Pos != b.Pos {
				return int(a.Pos - b.Pos)
			}
			return int(a.End - b.End)
		})
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		tf := app.fset.File(list[0].Pos)
		var b bytes.Buffer
		at := 0
		for _, e := range list {
			from, to := tf.Offset(e.Pos), tf.Offset(e.End)
			if from < at {
				t.Fatalf("%s: edits overlap", app.fset.Position(e.Pos))
			}
			b.Write(src[at:from])
			b.WriteString(e.New)
			at = to
		}
		b.Write(src[at:])
		out, err := format.Source(b.Bytes())
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, b.Bytes())
		}
		if err := os.WriteFile(name, out, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

var refuseRE = regexp.MustCompile(`// refuse ("(?:[^"\\]|\\.)*"|` + "`[^`]*`" + `)`)

// refusals compares the reasons with the comments.
func refusals(t *testing.T, r *rule.Rule, dir string) {
	temp := program(t, dir)
	app, proposals := propose(t, r, temp)
	want := map[effects.Pos]*regexp.Regexp{}
	for _, p := range app.order {
		for _, f := range p.files {
			app.expectations(t, f, want)
		}
	}
	if len(want) == 0 {
		t.Fatal("the program expects nothing: no comment says // refuse")
	}
	for _, p := range proposals {
		at := line(p.Finding)
		re := want[at]
		delete(want, at)
		switch {
		case re == nil:
			t.Errorf("%s: unexpected: %s (%s)", at, describe(p.Finding), p.refusal)
		case p.fix != nil:
			t.Errorf("%s: rewritten, want a refusal that matches %q", at, re)
		case !re.MatchString(p.refusal.Reason):
			t.Errorf("%s: refused: %s, want %q", at, p.refusal, re)
		}
	}
	for at := range want {
		t.Errorf("%s: no finding to refuse", at)
	}
}

func (a *appLoader) expectations(t *testing.T, f *ast.File, want map[effects.Pos]*regexp.Regexp) {
	for _, g := range f.Comments {
		for _, c := range g.List {
			m := refuseRE.FindStringSubmatch(c.Text)
			if m == nil {
				continue
			}
			text, err := strconv.Unquote(m[1])
			if err != nil {
				t.Fatal(err)
			}
			at := a.position(c.Pos())
			at.Col = 0
			want[at] = regexp.MustCompile(text)
		}
	}
}
