package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/report"
)

func TestFollowsLinks(t *testing.T) {
	for _, test := range []struct {
		env  map[string]string
		want bool
	}{
		{nil, false},
		{map[string]string{"TERM": "xterm-256color"}, false},
		{map[string]string{"TERM_PROGRAM": "WezTerm"}, true},
		{map[string]string{"TERM_PROGRAM": "Apple_Terminal"}, false},
		{map[string]string{"TERM": "xterm-kitty"}, true},
		{map[string]string{"WT_SESSION": "1"}, true},
		{map[string]string{"VTE_VERSION": "7402"}, true},
		{map[string]string{"VTE_VERSION": "4801"}, false},
		{map[string]string{"VTE_VERSION": "7402", "TERM": "dumb"}, false},
	} {
		p := &Program{Getenv: func(name string) string { return test.env[name] }}
		if got := p.followsLinks(); got != test.want {
			t.Errorf("%v: %t", test.env, got)
		}
	}
}

func TestLinkTo(t *testing.T) {
	link := linkTo(filepath.FromSlash("/src/my shop"))
	for file, want := range map[string]string{
		"cart/cart.go":      "/src/my%20shop/cart/cart.go#7",
		"a\x1b]8;;evil#.go": "/src/my%20shop/a%1B%5D8;;evil%23.go#7",
		"../../etc/passwd":  "",
		"/etc/passwd":       "",
	} {
		got := link(file, 7, 0)
		if _, rest, ok := strings.Cut(got, "/src"); want != "" && (!ok || !strings.HasPrefix(got, "file://") || "/src"+rest != want) || want == "" && got != "" {
			t.Errorf("%q: %q, want %q", file, got, want)
		}
	}
	if linkTo("") != nil {
		t.Error("links without a folder")
	}
}

func TestParseOutputs(t *testing.T) {
	for _, test := range []struct {
		formats []string
		file    string
		want    string // format>file of each
		err     string
	}{
		{nil, "", "text>", ""},
		{nil, "-", "text>", ""},
		{nil, "a.HTML", "html>a.HTML", ""},
		{nil, "a.unknown", "text>a.unknown", ""},
		{[]string{"json"}, "a.html", "json>a.html", ""},
		{[]string{"json=a", " sarif=b"}, "", "json>a sarif>b", ""},
		{[]string{"json=a=b"}, "", "json>a=b", ""},
		{[]string{"json", "text=-"}, "a", "json>a text>", ""},
		{[]string{"json", "text"}, "a", "", "both go to a"},
		{[]string{""}, "", "", "unknown format"},
	} {
		t.Chdir(t.TempDir())
		outputs, err := parseOutputs(test.formats, test.file)
		var got []string
		for _, o := range outputs {
			got = append(got, o.format.name+">"+o.file)
		}
		switch {
		case test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)), test.err == "" && err != nil:
			t.Errorf("%q %q: error %v", test.formats, test.file, err)
		case strings.Join(got, " ") != test.want:
			t.Errorf("%q %q: %v", test.formats, test.file, got)
		}
	}
}

// An audit quotes the code around its findings, unless it is told not to.
func TestExcerpts(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "cart.go"), []byte("package shop\n\nvar carts int\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args []string
		want bool
	}{{nil, true}, {[]string{"--excerpts", "0"}, false}} {
		r := &report.Report{Module: report.Module{Root: root}, Findings: []report.Finding{{
			Rule: "ambient", Severity: report.High, Confidence: report.Sure, Site: report.Site{File: "cart.go", Line: 3},
		}}}
		p, stdout, stderr, _ := program(r, nil)
		p.Main(t.Context(), append([]string{"--format", "json", "--fail-on", "none"}, test.args...))
		if got := bytes.Contains(stdout.Bytes(), []byte(`"var carts int"`)); got != test.want {
			t.Errorf("%v: quoted: %t\n%s%s", test.args, got, stdout, stderr)
		}
		if bytes.Contains(stdout.Bytes(), []byte(root)) {
			t.Errorf("%v: the report names a folder of this machine", test.args)
		}
	}
}

// The baseline is judged only by an audit that saw the whole module.
func TestWholeModule(t *testing.T) {
	root := t.TempDir()
	sub := filepath.Join(root, "sub")
	if err := os.Mkdir(sub, 0o777); err != nil {
		t.Fatal(err)
	}
	here := &report.Report{Module: report.Module{Root: root}}
	since := &report.Report{Module: report.Module{Root: root}, Since: report.Since{Rev: "main"}}
	for _, test := range []struct {
		r        *report.Report
		dir      string
		patterns []string
		want     bool
	}{
		{here, root, nil, true},
		{here, root, []string{"./..."}, true},
		{here, root, []string{"./sub/..."}, false},
		{here, sub, nil, false},
		{since, root, nil, false},
	} {
		if got := wholeModule(test.r, test.dir, test.patterns); got != test.want {
			t.Errorf("%s %v: %t", test.dir, test.patterns, got)
		}
	}
}
