package verify_test

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mcpaudit/mcpaudit/internal/verify"
	"github.com/mcpaudit/mcpaudit/internal/verify/scenario"
	"github.com/mcpaudit/mcpaudit/report"
	"github.com/mcpaudit/mcpaudit/report/text"
)

const fixtures = "../../fixtures"

// limit is how long the phases of one program may take. On a machine with nothing else to do it is less than ten seconds; more than
// this, and something waits for what does not come.
const limit = 2 * time.Minute

// A claim is what running a program must show.
type claim struct{ program, phase, call string }

// claims reads what must fail in which program.
func claims(t *testing.T) []claim {
	t.Helper()
	f, err := os.Open(filepath.Join(fixtures, "proof.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []claim
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line, _, _ := strings.Cut(lines.Text(), "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		if len(fields) < 3 {
			t.Fatalf("proof.txt: %q", line)
		}
		all = append(all, claim{fields[0], fields[1], strings.Join(fields[2:], " ")})
	}
	return all
}

// TestEveryFixtureHasAScenario compares the folders with the list.
func TestEveryFixtureHasAScenario(t *testing.T) {
	all := claims(t)
	dirs, err := filepath.Glob(filepath.Join(fixtures, "*", "*", "before"))
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	for _, dir := range dirs {
		rel, err := filepath.Rel(fixtures, dir)
		if err != nil {
			t.Fatal(err)
		}
		program := filepath.ToSlash(rel)
		if !slices.ContainsFunc(all, func(c claim) bool { return c.program == program }) {
			t.Errorf("proof.txt does not say what %s shows", program)
		}
		for _, name := range []string{program, strings.TrimSuffix(program, "before") + "after"} {
			if _, err := scenario.Load(filepath.Join(fixtures, filepath.FromSlash(name), "scenario.yaml")); err != nil {
				t.Error(err)
			}
		}
	}
	if len(dirs) != len(all) {
		t.Errorf("%d folders, %d lines in proof.txt", len(dirs), len(all))
	}
}

// TestBeforeFails runs the programs that hide state.
func TestBeforeFails(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs servers")
	}
	for _, c := range claims(t) {
		t.Run(c.program, func(t *testing.T) {
			t.Parallel()
			r := run(t, c.program)
			for _, phase := range r.Proof.Phases {
				if phase.Name != c.phase {
					continue
				}
				for _, f := range phase.Failures {
					if f.Call == c.call && f.Message != "" && (f.Step == 0 || len(f.Sequence) > 0) {
						return
					}
				}
			}
			t.Errorf("%s does not fail at %s:\n%s", c.phase, c.call, page(t, r))
		})
	}
}

// TestAfterPasses runs the programs that hide nothing.
func TestAfterPasses(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs servers")
	}
	for _, c := range claims(t) {
		program := strings.TrimSuffix(c.program, "before") + "after"
		t.Run(program, func(t *testing.T) {
			t.Parallel()
			r := run(t, program)
			for _, phase := range r.Proof.Phases {
				if phase.Status == report.Failed ||
					phase.Name == c.phase && phase.Status != report.Passed {
					t.Errorf("%s: %s", phase.Name, phase.Status)
				}
			}
			if t.Failed() {
				t.Log(page(t, r))
			}
		})
	}
}

func run(t *testing.T, program string) *report.Report {
	t.Helper()
	s, err := scenario.Load(filepath.Join(fixtures, filepath.FromSlash(program), "scenario.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	r := &report.Report{SchemaVersion: report.SchemaVersion}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	if err := verify.Run(ctx, &verify.Options{Scenario: s, Replicas: 2, LogDir: t.TempDir(), Warn: func(s string) { t.Error(s) }}, r); err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Problems {
		t.Errorf("problem: %s", p.Message)
	}
	took := 0
	for _, phase := range r.Proof.Phases {
		took += phase.Milliseconds
	}
	if took > int(limit.Milliseconds()) {
		t.Errorf("the phases took %d ms", took)
	}
	return r
}

func page(t *testing.T, r *report.Report) string {
	t.Helper()
	var out bytes.Buffer
	if err := (text.Writer{}).Write(&out, r); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
