package drivers_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/report"
	"github.com/mcpaudit/mcpaudit/report/json"
)

// command runs mcpaudit as a user does.
func command(t *testing.T, dir string, args ...string) *report.Report {
	t.Helper()
	name, err := program()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(name, append([]string{"--format", "json"}, args...)...)
	cmd.Dir = dir
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != report.ExitFindings) {
		t.Fatalf("%v\n%s", err, errs.String())
	}
	r, err := json.Read(&out)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestTables tells mcpaudit of a company's library, by its settings and by those of golangci-lint.
func TestTables(t *testing.T) {
	t.Parallel()
	dir := extract(t, "testdata/tables.txtar")
	about := func(r *report.Report) bool {
		return slices.ContainsFunc(r.Findings, func(f report.Finding) bool { return f.Rule == "sessionmap" && f.Object == "main.drafts" })
	}
	if about(command(t, dir, "--config", "none")) {
		t.Error("the state is found without the tables: the test shows nothing")
	}
	if r := command(t, dir); !about(r) {
		t.Errorf("the state is not found: %+v", r.Findings)
	}
}

// TestExcluded sets findings aside by their path.
func TestExcluded(t *testing.T) {
	t.Parallel()
	dir := extract(t, "testdata/tables.txtar")
	stateful := func(f report.Finding) bool { return f.Rule == "statefultransport" }
	if r := command(t, dir, "--config", "none"); !slices.ContainsFunc(r.Findings, stateful) {
		t.Fatal("nothing to exclude")
	}
	r := command(t, dir, "--config", "excluded.yaml")
	if slices.ContainsFunc(r.Findings, stateful) {
		t.Error("the finding was not excluded")
	}
	if len(r.Suppressed) != 1 || !stateful(r.Suppressed[0].Finding) || r.Suppressed[0].Suppression != (report.Suppression{
		Kind: report.ByPath, Reason: "the whole server is for old clients", File: "excluded.yaml", Line: 2,
	}) {
		t.Errorf("suppressed: %+v", r.Suppressed)
	}
	if len(r.Unused) != 1 || !strings.Contains(r.Unused[0].Message, "elsewhere/**") || r.Unused[0].Line != 5 {
		t.Errorf("unused: %+v", r.Unused)
	}
	if r = command(t, dir, "--config", "excluded.yaml", "."); len(r.Unused) > 0 {
		t.Errorf("an audit of a part says what is unused: %+v", r.Unused)
	}
}

// TestGolangciTables gives golangci-lint the same lines.
func TestGolangciTables(t *testing.T) {
	dir := extract(t, "testdata/tables.txtar")
	settings, err := os.ReadFile(filepath.Join(dir, ".mcpaudit.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	_, lines, _ := strings.Cut(string(settings), "lines: |\n")
	var quoted []string
	for line := range strings.Lines(lines) {
		quoted = append(quoted, strings.TrimSpace(line))
	}
	got, errs := golangci(t, dir, `tables: "`+strings.Join(quoted, `\n`)+`"`, "./...")
	if !slices.ContainsFunc(got, func(d diagnostic) bool {
		return d.rule == "sessionmap" && strings.HasPrefix(d.message, "main.drafts: ")
	}) {
		t.Errorf("the state is not found:\n%s%s", list(got), errs)
	}
}
