package drivers_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/internal/scan"
	"github.com/mcpaudit/mcpaudit/report"
)

// TestIgnores has three drivers read the same comments.
func TestIgnores(t *testing.T) {
	t.Parallel()
	dir := extract(t, "testdata/ignore.txtar")
	out, errs, err := vet(t, dir, "-json", "./...")
	if err != nil {
		t.Fatalf("%v\n%s", err, errs)
	}
	vetted := told(t, dir, out)
	if got := checked(t, dir); !slices.Equal(got, vetted) {
		t.Errorf("in one process:\n%s\nby go vet:\n%s", list(got), list(vetted))
	}
	r, err := scan.Run(context.Background(), scan.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}

	has := func(rule, object string) bool {
		return slices.ContainsFunc(vetted, func(d diagnostic) bool { return d.rule == rule && strings.HasPrefix(d.message, object) })
	}
	reports := func(rule, object string) bool {
		return slices.ContainsFunc(r.Findings, func(f report.Finding) bool {
			return f.Object == object && (f.Rule == rule || slices.Contains(f.Also, rule))
		})
	}
	suppressed := func(rule, object string) bool {
		return slices.ContainsFunc(r.Suppressed, func(s report.Suppressed) bool {
			return s.Finding.Object == object && s.Finding.Rule == rule && s.Suppression.Kind == report.ByComment && s.Suppression.Reason != "" && s.Suppression.Line > 0
		})
	}
	for object, aside := range map[string]bool{
		"main.above": true, "main.beside": true, "store.Seen": true,
		"main.kept": false, "main.misspelt": false, "main.apart": false,
	} {
		for _, rule := range []string{"sessionmap", "handleexpiry"} {
			if got := has(rule, object); got == aside {
				t.Errorf("go vet reports %s of %s: %t\n%s", rule, object, got, list(vetted))
			}
			if got := reports(rule, object); got == aside {
				t.Errorf("the command line reports %s of %s: %t", rule, object, got)
			}
			if got := suppressed(rule, object); got != aside {
				t.Errorf("the command line lists %s of %s as suppressed: %t", rule, object, got)
			}
		}
	}
	if has("statefultransport", "") || !slices.ContainsFunc(r.Suppressed, func(s report.Suppressed) bool { return s.Finding.Rule == "statefultransport" }) {
		t.Error("the comment beside a call has no effect")
	}

	for _, want := range []string{"gives no reason", `names the rule "sesionmap", which does not exist: did you mean sessionmap?`} {
		if !has("ignores", "the comment "+want) {
			t.Errorf("go vet does not say that a comment %s:\n%s", want, list(vetted))
		}
		if !slices.ContainsFunc(r.Problems, func(p report.Problem) bool {
			return p.Kind == "ignore" && strings.Contains(p.Message, want) && p.File == "main.go" && p.Line > 0
		}) {
			t.Errorf("the command line does not say that a comment %s: %+v", want, r.Problems)
		}
	}
	const idle = "there is nothing to ignore of workflow"
	if !has("ignores", idle) {
		t.Errorf("go vet does not say that %s", idle)
	}
	if len(r.Unused) != 1 || !strings.HasPrefix(r.Unused[0].Message, idle) {
		t.Errorf("unused suppressions: %+v", r.Unused)
	}
	if got, want := r.Summary.Suppressed, len(r.Suppressed); got != want || want != 7 {
		t.Errorf("%d suppressed in the summary, %d in the list", got, want)
	}
	if code := r.ExitCode(report.Never); code != report.ExitIncomplete {
		t.Errorf("exit code %d: a comment that has no effect must not pass silently", code)
	}
}
