package helm_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mcpaudit/mcpaudit/internal/deploy/helm"
	"github.com/rogpeppe/go-internal/txtar"
)

// chart writes the files of an archive and loads them as a chart.
func chart(t *testing.T, archive string) (*helm.Chart, error) {
	t.Helper()
	dir := t.TempDir()
	if !strings.Contains(archive, "-- Chart.yaml --") {
		archive += "-- Chart.yaml --\nname: top\nversion: 1.2.3\nappVersion: \"7\"\n"
	}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return helm.Load(dir, "chart")
}

// rendered is the text of a template, with the place of each line behind it where it is known.
func rendered(t *testing.T, c *helm.Chart, name string) string {
	t.Helper()
	r, err := c.Render(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range r.Docs {
		if d.Name != "chart/"+name {
			continue
		}
		var b strings.Builder
		for i, line := range strings.Split(strings.TrimRight(d.Text, "\n"), "\n") {
			if strings.TrimSpace(line) == "" {
				continue
			}
			key, _, _ := strings.Cut(strings.TrimLeft(line, " -"), ":")
			at := d.At(i+1, 1, key)
			b.WriteString(line + " <- " + strings.TrimPrefix(at.String(), "chart/") + "\n")
		}
		return b.String()
	}
	t.Fatalf("there is no %s", name)
	return ""
}

func TestPlaces(t *testing.T) {
	c, err := chart(t, `
-- values.yaml --
# defaults
replicas: 3
image: {tag: "1"}
extra:
  one: 1
  two: b
labels: {team: shop}
-- templates/_helpers.tpl --
{{- define "labels" }}
app: {{ .Chart.Name }}
{{- with .Values.labels }}
{{ toYaml . }}
{{- end }}
{{- end }}
-- templates/a.yaml --
{{- /* a comment: {{ */ -}}
kind: A
spec:
  replicas: {{ .Values.replicas }}
  {{- if gt (int .Values.replicas) 1 }}
  many: true
  {{- else }}
  few: true
  {{- end }}
  image: "x:{{ .Values.image.tag | default .Chart.AppVersion }}"
  labels: {{- include "labels" . | nindent 4 }}
  sum: {{ toYaml .Values | sha256sum | trunc 4 }}
  {{- range $k, $v := .Values.extra }}
  {{ $k }}: {{ $v | quote }}
  {{- end }}
`)
	if err != nil {
		t.Fatal(err)
	}
	want := `kind: A <- templates/a.yaml:2:1
spec: <- templates/a.yaml:3:1
  replicas: 3 <- values.yaml:2:1
  many: true <- templates/a.yaml:6:3
  image: "x:1" <- templates/a.yaml:10:3
  labels: <- templates/a.yaml:11:3
    app: top <- templates/_helpers.tpl:2:1
    team: shop <- values.yaml:7:10
  sum: `
	got := rendered(t, c, "templates/a.yaml")
	if !strings.HasPrefix(got, want) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if want := "  one: \"1\" <- values.yaml:5:3\n  two: \"b\" <- values.yaml:6:3\n"; !strings.HasSuffix(got, want) {
		t.Errorf("got\n%swant at the end\n%s", got, want)
	}
}

func TestValues(t *testing.T) {
	c, err := chart(t, `
-- Chart.yaml --
name: top
version: 1.0.0
dependencies:
  - {name: used, version: 1.0.0, condition: "missing.enabled,used.enabled"}
  - {name: unused, version: 1.0.0, condition: unused.enabled}
  - {name: tagged, version: 1.0.0, tags: [extras]}
  - {name: twin, version: 1.0.0, alias: left}
  - {name: twin, version: 1.0.0, alias: right}
-- values.yaml --
global: {zone: eu}
used: {enabled: true, port: 1, gone: null}
unused: {enabled: false}
tags: {extras: false}
right: {port: 9}
-- templates/top.yaml --
top: {{ .Values.used.port }}
sub: {{ .Values.used.other }}
-- charts/used/Chart.yaml --
name: used
version: 1.0.0
-- charts/used/values.yaml --
port: 5
other: 6
gone: x
-- charts/used/templates/used.yaml --
used: {{ .Values.port }} {{ .Values.other }} {{ .Values.gone }} {{ .Values.global.zone }} {{ .Release.Name }} {{ .Template.BasePath }}
-- charts/unused/Chart.yaml --
name: unused
version: 1.0.0
-- charts/unused/templates/unused.yaml --
off: yes
-- charts/tagged/Chart.yaml --
name: tagged
version: 1.0.0
-- charts/tagged/templates/tagged.yaml --
tagged: yes
-- charts/twin/Chart.yaml --
name: twin
version: 1.0.0
-- charts/twin/values.yaml --
port: 7
-- charts/twin/templates/twin.yaml --
twin: {{ .Values.port }}
`)
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Render(nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range r.Docs {
		got = append(got, strings.TrimSpace(d.Text))
	}
	want := "twin: 7|twin: 9|used: 1 6 x eu top top/charts/used/templates|top: 1\nsub: 6"
	if all := strings.Join(got, "|"); all != want {
		t.Errorf("got  %s\nwant %s", all, want)
	}
}

func TestFunctions(t *testing.T) {
	c, err := chart(t, `
-- values.yaml --
text: "{{ .Release.Name }}-x"
list: [a, b]
map: {b: 1, a: {c: [x]}}
-- files/one.txt --
first
second
-- templates/f.yaml --
tpl: {{ tpl .Values.text . }}
json: {{ .Values.map | toJson }}
yaml:
  {{- toYaml .Values.map | nindent 2 }}
back: {{ (fromYaml "a: {b: 2}").a.b }} {{ (fromJson "{\"a\": 3}").a }} {{ index (fromYamlArray "[4, 5]") 1 }}
file: {{ .Files.Get "files/one.txt" | trim | quote }}
lines: {{ range .Files.Lines "files/one.txt" }}{{ . }},{{ end }}
glob: {{ (.Files.Glob "files/*").AsConfig | quote }}
lookup: {{ (lookup "v1" "Secret" "a" "b").data }}
caps: {{ .Capabilities.APIVersions.Has "apps/v1" }} {{ .Capabilities.APIVersions.Has "monitoring.coreos.com/v1" }} {{ semverCompare ">=1.25-0" .Capabilities.KubeVersion.GitVersion }}
rand: {{ randAlphaNum 3 }}
required: {{ required "needs a" .Values.a }}
none: {{ .Values.none }}
chart: {{ .Chart.Name }} {{ .Chart.AppVersion }} {{ .Chart.IsRoot }}
`)
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Render(nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Unset) != 1 || r.Unset[0] != "needs a" {
		t.Errorf("unset: %q", r.Unset)
	}
	want := `tpl: top-x
json: {"a":{"c":["x"]},"b":1}
yaml:
  a:
    c:
    - x
  b: 1
back: 2 3 5
file: "first\nsecond"
lines: first,second,
glob: "one.txt: |\n  first\n  second"
lookup: 
caps: true false true
rand: xxx
required: 
none: 
chart: top 7 true
`
	if got := r.Docs[0].Text; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A failure names the file and the line, and none of the values.
func TestFailures(t *testing.T) {
	for name, test := range map[string]struct{ src, file, msg string }{
		"syntax":   {"-- templates/a.yaml --\nx: 1\ny: {{ if }}\n", "chart/templates/a.yaml:2", "executed"},
		"nil":      {"-- templates/a.yaml --\n\n\nx: {{ .Values.a.b }}\n", "chart/templates/a.yaml:3", "nil pointer"},
		"function": {"-- templates/a.yaml --\nx: {{ nothing }}\n", "chart/templates/a.yaml:1", `function "nothing" not defined`},
		"loop":     {"-- templates/a.yaml --\n{{ range until 100000000 }}x{{ end }}\n", "chart/templates/a.yaml:1", "too many steps"},
		"output":   {"-- templates/a.yaml --\n{{ range until 90000 }}{{ repeat 50000 \"x\" }}{{ end }}\n", "chart/templates/a.yaml:1", "too large"},
		"includes": {"-- templates/a.yaml --\n{{ define \"a\" }}{{ include \"a\" . }}{{ end }}{{ include \"a\" . }}\n", "chart/templates/a.yaml:1", "without end"},
		"values":   {"-- values.yaml --\npassword: hunter2: x\n-- templates/a.yaml --\n", "chart/values.yaml:1", "no valid YAML"},
		"secret":   {"-- values.yaml --\npassword: hunter2\n-- templates/a.yaml --\n{{ .Values.password.deep }}\n", "chart/templates/a.yaml:1", "evaluate field"},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := chart(t, test.src)
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			r, err := c.Render(nil)
			fail, ok := errors.AsType[*helm.Failure](err)
			if err == nil && len(r.Failed) == 1 {
				fail, ok = r.Failed[0], true
			}
			if !ok {
				t.Fatalf("error %v", err)
			}
			if got := fail.Error(); !strings.HasPrefix(got, test.file+":") || !strings.Contains(got, test.msg) || strings.Contains(got, "hunter2") {
				t.Errorf("got %q", got)
			}
			if d := time.Since(start); d > 10*time.Second {
				t.Errorf("took %v", d)
			}
		})
	}
	for _, src := range []string{"-- Chart.yaml --\nversion: 1\n", "-- Chart.yaml --\nname: [\n", "-- charts/a.tgz --\nno archive\n"} {
		if _, err := chart(t, src); err == nil {
			t.Errorf("%q loads", src)
		}
	}
}

func TestArchive(t *testing.T) {
	var buf bytes.Buffer
	zw := gzip.NewWriter(&buf)
	tw := tar.NewWriter(zw)
	for name, text := range map[string]string{"sub/Chart.yaml": "name: sub\nversion: 1.0.0\n", "sub/templates/_h.tpl": `{{ define "sub.name" }}packed{{ end }}`, "../evil": "x"} {
		if err := tw.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(text)), Typeflag: tar.TypeReg}); err != nil {
			t.Fatal(err)
		}
		if _, err := tw.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(tw.Close(), zw.Close()); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"Chart.yaml": "name: top\nversion: 1.0.0\n", "templates/a.yaml": `x: {{ include "sub.name" . }}`, "charts/sub-1.0.0.tgz": buf.String()} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c, err := helm.Load(dir, "chart")
	if err != nil {
		t.Fatal(err)
	}
	if got := rendered(t, c, "templates/a.yaml"); !strings.HasPrefix(got, "x: packed") {
		t.Errorf("got %s", got)
	}
}

func TestVariants(t *testing.T) {
	c, err := chart(t, "-- values.yaml --\na: 1\n-- values-prod.yaml --\na: 2\n-- ci/values-x.yaml --\na: 3\n-- values.schema.json --\n{}\n-- other.yaml --\nb: 1\n-- templates/a.yaml --\na: {{ .Values.a }}\n")
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Variants) != 1 || c.Variants[0].Name != "values-prod.yaml" {
		t.Fatalf("variants %+v", c.Variants)
	}
	r, err := c.Render(&c.Variants[0])
	if err != nil {
		t.Fatal(err)
	}
	if d := r.Docs[0]; d.Text != "a: 2\n" || d.At(1, 1, "a").String() != "chart/values-prod.yaml:1:1" {
		t.Errorf("%q at %s", d.Text, d.At(1, 1, "a"))
	}
}
