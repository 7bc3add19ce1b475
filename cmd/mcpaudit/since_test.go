package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/report"
	"github.com/mcpaudit/mcpaudit/report/json"
)

// TestSince audits a server before and after a change, as a gate on pull requests does.
func TestSince(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not on PATH")
	}
	dir, temp := t.TempDir(), t.TempDir()
	for _, module := range []string{"gosdk", "harness"} {
		if err := os.CopyFS(filepath.Join(dir, module), os.DirFS(filepath.Join("..", "..", "fixtures", module))); err != nil {
			t.Fatal(err)
		}
	}
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@localhost", "-c", "commit.gpgsign=false"}, args...)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
	}
	git("init", "-q", "-b", "main")
	git("add", "-A")
	git("commit", "-q", "--no-verify", "-m", "base")

	file := filepath.Join(dir, "gosdk", "notes", "before", "main.go")
	edit := func(old, text string) {
		t.Helper()
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(src, []byte(old)) {
			t.Fatalf("%s does not contain %s", file, old)
		}
		if err := os.WriteFile(file, bytes.Replace(src, []byte(old), []byte(text), 1), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	audit := func(args ...string) (*report.Report, int) {
		t.Helper()
		args = append([]string{"-C", filepath.Join(dir, "gosdk"), "--format", "json"}, append(args, "./notes/...")...)
		cmd := exec.Command("mcpaudit", args...)
		cmd.Env = append(os.Environ(), "TMPDIR="+temp)
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		var exit *exec.ExitError
		if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		r, err := json.Read(&out)
		if err != nil {
			t.Fatalf("%v: %s", err, errs.String())
		}
		return r, cmd.ProcessState.ExitCode()
	}
	objects := func(r *report.Report, fingerprints []string) string {
		var out []string
		for _, f := range r.Findings {
			for _, p := range fingerprints {
				if f.Fingerprint == p {
					out = append(out, f.Rule+" "+f.Object)
				}
			}
		}
		return strings.Join(out, ", ")
	}

	all, code := audit()
	if code != report.ExitFindings || len(all.Findings) < 5 {
		t.Fatalf("exit code %d, %d findings", code, len(all.Findings))
	}

	// Lines that move, and comments, are no change of state.
	edit("type notebook struct {", "// One notebook for the whole process.\n\ntype notebook struct {")
	r, code := audit("--new-from-rev", "HEAD")
	if code != report.ExitClean || len(r.Findings) != 0 || r.Since.Known != len(all.Findings) || len(r.Since.Commit) != 40 {
		t.Errorf("after moving lines: exit code %d, %+v", code, r.Since)
	}

	// A line on the way to old state, and new state.
	edit("n.drafts[id] = &draft{", "n.drafts[id] =\n\t\t&draft{")
	edit("pins   map[string][]string", "pins   map[string][]string\n\tcolours map[string]string")
	edit("n.mu.Lock()", "if n.colours == nil {\n\t\tn.colours = map[string]string{}\n\t}\n\tn.colours[req.Session.ID()] += \"x\"\n\tn.mu.Lock()")
	r, code = audit("--new-from-merge-base", "main")
	if code != report.ExitFindings {
		t.Errorf("exit code %d", code)
	}
	if got := objects(r, r.Since.New); !strings.Contains(got, "main.notebook.colours") || strings.Contains(got, "drafts") || strings.Contains(got, "pins") {
		t.Errorf("new: %s", got)
	}
	if got := objects(r, r.Since.Touched); !strings.Contains(got, "main.notebook.drafts") || strings.Contains(got, "pins") {
		t.Errorf("touched: %s", got)
	}
	if r.Since.Rev != "main" || r.Since.Known == 0 || r.Summary.Findings != len(r.Findings) {
		t.Errorf("%+v %+v", r.Since, r.Summary)
	}
	if left, err := filepath.Glob(filepath.Join(temp, "mcpaudit-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %s %v", left, err)
	}

	// What is set aside is not gone.
	edit("drafts map[string]*draft", "//mcpaudit:ignore workflow,guessablehandle,handleowner for a test\n\tdrafts map[string]*draft")
	if r, _ = audit("--new-from-rev", "HEAD"); len(r.Problems) > 0 || len(r.Suppressed) == 0 {
		t.Errorf("problems %+v, %d suppressed", r.Problems, len(r.Suppressed))
	}
	for _, f := range r.Since.Fixed {
		if strings.Contains(f.Object, "drafts") {
			t.Errorf("%s %s counts as gone", f.Rule, f.Object)
		}
	}
}
