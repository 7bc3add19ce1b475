package gitlab_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/report"
	"github.com/mcpaudit/mcpaudit/report/gitlab"
	"github.com/mcpaudit/mcpaudit/report/internal/sample"
)

func TestGolden(t *testing.T) {
	for _, name := range []string{"full", "hostile", "clean", "problems"} {
		sample.Golden(t, name+".golden", sample.Write(t, gitlab.Writer{}, sample.Load(t, name)))
	}
}

// What GitLab's documentation demands of every issue.
func TestForm(t *testing.T) {
	severities := []string{"info", "minor", "major", "critical", "blocker"}
	for _, name := range sample.Names {
		r := sample.Load(t, name)
		out := sample.Write(t, gitlab.Writer{}, r)
		var issues []struct {
			Description string
			CheckName   string `json:"check_name"`
			Fingerprint string
			Severity    string
			Location    struct {
				Path  string
				Lines struct{ Begin int }
			}
		}
		if err := json.Unmarshal([]byte(out), &issues); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if issues == nil || len(issues) != len(r.Findings)+len(r.Problems)+r.Proof.FailedPhases() {
			t.Errorf("%s: %d issues for %d findings and %d problems", name, len(issues), len(r.Findings), len(r.Problems))
		}
		seen := map[string]bool{}
		for _, i := range issues {
			if i.Description == "" || strings.ContainsAny(i.Description, "\n\r\x1b") || i.CheckName == "" || i.Fingerprint == "" || !slices.Contains(severities, i.Severity) ||
				i.Location.Path == "" || strings.HasPrefix(i.Location.Path, "/") || i.Location.Lines.Begin < 1 {
				t.Errorf("%s: %+v", name, i)
			}
			if seen[i.Fingerprint] {
				t.Errorf("%s: fingerprint %s twice", name, i.Fingerprint)
			}
			seen[i.Fingerprint] = true
		}
	}
}

func TestPathsAreRelativeToTheRepository(t *testing.T) {
	if out := sample.Write(t, gitlab.Writer{}, sample.Load(t, "full")); !strings.Contains(out, `"path": "services/deploy/internal/store/sessions.go"`) {
		t.Error(out)
	}
}

var errDisk = errors.New("disk full")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errDisk }

func TestWriteError(t *testing.T) {
	if err := (gitlab.Writer{}).Write(failing{}, &report.Report{}); !errors.Is(err, errDisk) {
		t.Errorf("error %v", err)
	}
}
