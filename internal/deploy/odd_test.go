package deploy_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/internal/deploy"
)

const sticky = "apiVersion: v1\nkind: Service\nmetadata:\n  name: tools-mcp\nspec:\n  sessionAffinity: ClientIP\n"

// Files that are not what they seem are said, or read all the same; none of them keeps others from being read.
func TestOddFiles(t *testing.T) {
	for name, test := range map[string]struct {
		text         string
		finds        bool
		problem, gap string
	}{
		"bytes.yaml":    {text: sticky + "\x00\x00", problem: "is a binary file"},
		"wide.yaml":     {text: wide(sticky), finds: true},
		"template.yaml": {text: sticky + "{{ if .X }}\n  a: b\n{{ end }}\n---\n" + sticky, finds: true, gap: "it is a template"},
		"jinja.yaml":    {text: sticky + "---\n{% for x in y %}\na: b: c\n{% endfor %}\n", finds: true, gap: "it is a template"},
		"broken.yaml":   {text: sticky + "---\na: b: c\n---\nb: '{{ c }}'\n", finds: true, problem: "no valid YAML"},
		"braces.yaml":   {text: sticky + "---\napiVersion: v1\nkind: ConfigMap\ndata: {a: '{{ b }}'}\n", finds: true},
		"latin.yaml":    {text: sticky + "# caf\xe9\n", problem: "no valid YAML"},
		"returns.yaml":  {text: strings.ReplaceAll(sticky, "\n", "\r"), finds: true},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, name), []byte(test.text), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "compose.yaml"), []byte("services:\n  other-mcp:\n    image: a\n    labels: [traefik.http.services.other-mcp.loadbalancer.sticky.cookie=true]\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			res, err := deploy.Run(context.Background(), deploy.Options{Base: dir, Paths: []string{"."}})
			if err != nil {
				t.Fatal(err)
			}
			var files, problems, gaps []string
			for _, f := range res.Findings {
				files = append(files, f.Site.File)
			}
			for _, p := range res.Problems {
				problems = append(problems, p.File+" "+p.Message)
			}
			for _, g := range res.Gaps {
				if !strings.Contains(g.What, "code") {
					gaps = append(gaps, g.What+" "+g.Why)
				}
			}
			if slices.Contains(files, name) != test.finds || !slices.Contains(files, "compose.yaml") {
				t.Errorf("findings in %q", files)
			}
			if got := strings.Join(problems, "|"); (test.problem == "") != (got == "") || !strings.Contains(got, test.problem) {
				t.Errorf("problems %q, want %q", got, test.problem)
			}
			if got := strings.Join(gaps, "|"); (test.gap == "") != (got == "") || !strings.Contains(got, test.gap) {
				t.Errorf("gaps %q, want %q", got, test.gap)
			}
		})
	}
}

func wide(text string) string {
	out := "\xff\xfe"
	for _, c := range []byte(text) {
		out += string([]byte{c, 0})
	}
	return out
}
