package helm_test

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/internal/deploy/helm"
)

// One template that fails takes none of the others away.
func TestRest(t *testing.T) {
	c, err := chart(t, "-- templates/a.yaml --\na: {{ .Values.x.y }}\n-- templates/b.yaml --\nb: 1\n-- templates/c.yaml --\nc: {{ if }}\n-- templates/d.yaml --\nd: {{ include \"none\" . }}\n")
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Render(nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Docs) != 1 || r.Docs[0].Text != "b: 1\n" {
		t.Errorf("rendered %+v", r.Docs)
	}
	var failed []string
	for _, f := range r.Failed {
		failed = append(failed, f.File)
	}
	slices.Sort(failed)
	if want := []string{"chart/templates/a.yaml", "chart/templates/c.yaml", "chart/templates/d.yaml"}; !slices.Equal(failed, want) {
		t.Errorf("failed %q, want %q", failed, want)
	}
}

// A template that changes its values changes them for nobody but the templates after it, and the places of its lines stay known.
func TestChangedValues(t *testing.T) {
	c, err := chart(t, "-- values.yaml --\nlist: [a]\n-- templates/a.yaml --\n{{ $_ := set .Values \"list\" (append .Values.list \"b\") }}\n{{ range .Values.list }}\n{{ . }}: 1\n{{ end }}\n")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got := rendered(t, c, "templates/a.yaml"); got != "a: 1 <- templates/a.yaml:3:1\nb: 1 <- templates/a.yaml:3:1\n" {
			t.Errorf("got %s", got)
		}
	}
}

// What .helmignore names is no part of the chart.
func TestIgnored(t *testing.T) {
	c, err := chart(t, "-- .helmignore --\n*.bak\n/docs/\nfiles/old/*\n-- templates/a.yaml --\na: {{ (.Files.Glob \"**\") | keys | sortAlpha }}\n-- templates/b.yaml.bak --\n-- docs/x --\nx\n-- files/old/y --\ny\n-- files/z --\nz\n-- templates/.hidden --\nh: 1\n")
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Templates) != 1 {
		t.Errorf("%d templates", len(c.Templates))
	}
	var names []string
	for _, f := range c.Others {
		names = append(names, f.Name)
	}
	if want := []string{".helmignore", "files/z"}; !slices.Equal(names, want) {
		t.Errorf("files %q, want %q", names, want)
	}
	if _, err := chart(t, "-- .helmignore --\na/**\n"); err == nil {
		t.Error("a pattern that Helm refuses is taken")
	}
	if _, err := chart(t, "-- .helmignore --\n!templates\n"); err == nil {
		t.Error("a negated pattern ignores what it does not match, which takes Chart.yaml away")
	}
}

// Links are followed inside of the repository and nowhere else, and a circle of them ends.
func TestLinks(t *testing.T) {
	top := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("repo/.git/HEAD", "")
	write("repo/charts/shop/Chart.yaml", "name: shop\nversion: 1.0.0\n")
	write("repo/charts/shop/templates/a.yaml", "a: {{ include \"lib\" . }}\n")
	write("repo/charts/common/Chart.yaml", "name: common\nversion: 1.0.0\n")
	write("repo/charts/common/templates/_lib.tpl", `{{ define "lib" }}common{{ end }}`)
	write("secret.yaml", "outside: 1\n")
	for link, to := range map[string]string{
		"repo/charts/shop/charts/common":         "../../common",
		"repo/charts/shop/templates/circle":      "..",
		"repo/charts/shop/templates/out.yaml":    "../../../../secret.yaml",
		"repo/charts/shop/templates/abs.yaml":    filepath.Join(top, "secret.yaml"),
		"repo/charts/shop/templates/nowhere":     "missing",
		"repo/charts/shop/templates/linked.yaml": "a.yaml",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(top, link)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, filepath.Join(top, link)); err != nil && runtime.GOOS == "windows" {
			t.Skip(err) // it takes a privilege there
		} else if err != nil {
			t.Fatal(err)
		}
	}
	c, err := helm.Load(filepath.Join(top, "repo/charts/shop"), "chart")
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Render(nil)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, d := range r.Docs {
		all = append(all, d.Name+" "+strings.TrimSpace(d.Text))
	}
	if want := []string{"chart/templates/a.yaml a: common", "chart/templates/linked.yaml a: common"}; !slices.Equal(all, want) {
		t.Errorf("got %q, want %q", all, want)
	}
}

// What is made to run for ever, or to fill the memory, is cut off, and the other templates are rendered.
func TestBombs(t *testing.T) {
	const steps, large = "the templates go on without end", "a value or a text is too large"
	for name, test := range map[string]struct{ text, want string }{
		"loops":      {`{{ range until 90000 }}{{ range until 90000 }}{{ end }}{{ end }}`, steps},
		"number":     {`{{ range 99999999999 }}{{ end }}`, steps},
		"includes":   {`{{ define "a" }}{{ if . }}{{ include "a" (rest .) }}{{ include "a" (rest .) }}{{ end }}{{ end }}{{ include "a" (until 60) }}`, steps},
		"templates":  {`{{ define "a" }}{{ if . }}{{ template "a" (rest .) }}{{ template "a" (rest .) }}{{ end }}{{ end }}{{ template "a" (until 60) }}`, steps},
		"tpl":        {`{{ range until 90000 }}{{ tpl "{{ .Release.Name }}" $ }}{{ end }}`, steps},
		"hashes":     {`{{ $x := repeat 1000 (repeat 100 "x") }}{{ range until 90000 }}{{ $_ := sha256sum $x }}{{ end }}`, steps},
		"text":       {`{{ $x := "abcdefgh" }}{{ range until 50 }}{{ $x = printf "%s%s" $x $x }}{{ end }}`, large},
		"cat":        {`{{ $x := "abcdefgh" }}{{ range until 50 }}{{ $x = cat $x $x }}{{ end }}`, large},
		"replace":    {`{{ $x := "aaaaaaaa" }}{{ range until 50 }}{{ $x = replace "a" $x $x }}{{ end }}`, large},
		"escapes":    {"{{ $x := `\\` }}{{ range until 60 }}{{ $x = js $x }}{{ end }}", large},
		"indent":     {`{{ indent 2000000000 "a" }}`, large},
		"join":       {`{{ $x := repeat 1000 "x" }}{{ join $x (until 90000) }}`, large},
		"regexp":     {`{{ $x := repeat 1000 (repeat 100 "a") }}{{ regexReplaceAll "a" $x $x }}`, large},
		"lists":      {`{{ $x := list 1 2 }}{{ range until 50 }}{{ $x = concat $x $x }}{{ end }}`, large},
		"maps":       {`{{ $x := dict "a" 1 }}{{ range until 50 }}{{ $x = dict "a" $x "b" $x }}{{ end }}{{ $x }}`, large},
		"circle":     {`{{ $x := dict "a" 1 }}{{ $_ := set $x "b" $x }}{{ $x }}`, large},
		"own circle": {`{{ $_ := set .Values "b" .Values }}{{ .Values }}`, large},
		"held":       {`{{ define "a" }}{{ repeat 100000 "x" }}{{ include "a" . }}{{ end }}{{ include "a" . }}`, "the output is too large"},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := chart(t, "-- templates/a.yaml --\n"+test.text+"\n-- templates/b.yaml --\nb: 1\n")
			if err != nil {
				t.Fatal(err)
			}
			r, err := c.Render(nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Failed) == 0 || r.Failed[len(r.Failed)-1].File != "chart/templates/a.yaml" || !strings.Contains(r.Failed[len(r.Failed)-1].Msg, test.want) {
				t.Errorf("failed: %v, want %q", r.Failed, test.want)
			}
			if test.want != steps && len(r.Docs) != 1 { // after too many steps nothing is left for others
				t.Errorf("%d templates", len(r.Docs))
			}
		})
	}
}

// What charts usually do stays far below the limits.
func TestNoBomb(t *testing.T) {
	c, err := chart(t, `
-- values.yaml --
list: [a, b, c]
-- templates/_h.tpl --
{{ define "item" }}{{ .context.Values.list | join "," }} {{ .n }}{{ end }}
-- templates/a.yaml --
{{ range until 2000 }}
- {{ include "item" (dict "n" . "context" $) | nindent 2 }}
  {{- toYaml $.Values | nindent 2 }}
  {{- $_ := set $.Values "last" . }}
{{ end }}
`)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := c.Render(nil); err != nil || len(r.Failed) > 0 || len(r.Docs) != 1 {
		t.Errorf("%v %+v", err, r)
	}
}
