package rewrite

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
)

func pin(file string, line, col int, more ...int) *fact.Pin {
	p := &fact.Pin{Pos: fact.Pos{File: file, Line: line, Col: col}, Format: "Kubernetes Service"}
	p.Drop = []fact.Pos{p.Pos}
	for _, l := range more {
		p.Drop = append(p.Drop, fact.Pos{File: file, Line: l, Col: col})
	}
	return p
}

func TestEdit(t *testing.T) {
	for name, test := range map[string]struct {
		p             *fact.Pin
		off           string
		before, after string
		wantErr       string
	}{
		"entry":           {pin("a.yaml", 2, 3, 3), "", "spec:\n  a: 1\n  b:\n    c: 2\n\n    d: 3\n  # e\n  f: 4\n", "spec:\n  # e\n  f: 4\n", ""},
		"only annotation": {pin("a.yaml", 3, 5), "", "metadata:\n  annotations:\n    a: b\n  name: x\n", "metadata:\n  name: x\n", ""},
		"CRLF":            {pin("a.yaml", 2, 3), "", "spec:\r\n  a: 1\r\n  b: 2\r\n", "spec:\r\n  b: 2\r\n", ""},
		"no newline":      {pin("a.yaml", 3, 3), "", "spec:\n  a: 1\n  b: 2", "spec:\n  a: 1\n", ""},
		"list entry":      {pin("a.yaml", 3, 5), "", "labels:\n  - a=1\n  - b=2\n  - c=3\n", "labels:\n  - a=1\n  - c=3\n", ""},
		"first of entry":  {pin("a.yaml", 2, 5), "", "list:\n  - a: 1\n    b: 2\n", "", "first of several"},
		"flow":            {pin("a.yaml", 1, 8), "", "spec: {a: 1, b: 2}\n", "", "a line of its own"},
		"values":          {pin("values.yaml", 1, 1), "None", "a: \"ClientIP\" # why\n", "a: \"None\" # why\n", ""},
		"values template": {pin("values.yaml", 1, 1), "None", "a: {{ x }}\n", "", "own line"},
		"moved":           {pin("a.yaml", 9, 1), "", "a: 1\n", "", "has changed"},
		"unknown kind":    {pin("a.xml", 1, 1), "", "<a/>\n", "", "not rewritten"},
		"two files":       {&fact.Pin{Pos: fact.Pos{File: "a.yaml", Line: 1, Col: 1}, Drop: []fact.Pos{{File: "b.yaml", Line: 1, Col: 1}}}, "", "a: 1\n", "", "several files"},
	} {
		t.Run(name, func(t *testing.T) {
			test.p.Off = test.off
			if test.p.Format != "" && test.off == "" {
				test.p.Format = "x"
			}
			if name == "two files" {
				if _, err := Remove(test.p, []byte(test.before)); err == nil || !strings.Contains(err.Error(), test.wantErr) {
					t.Errorf("error %v", err)
				}
				return
			}
			got, err := edit(test.p, []byte(test.before))
			if test.wantErr != "" {
				if err == nil || !strings.Contains(err.Error(), test.wantErr) {
					t.Errorf("error %v, want %s", err, test.wantErr)
				}
				return
			}
			if err != nil || string(got) != test.after {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}

// The rewrite must take the pin away and leave everything else in place.
func TestCheck(t *testing.T) {
	before := "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec:\n  sessionAffinity: ClientIP\n"
	p := pin("a.yaml", 5, 3)
	for after, want := range map[string]string{
		before: "nothing to take out",
		"apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: [\n":                                    "no longer be valid",
		"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n":                                           "would not do",
		"apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec:\n  x: 1\n  sessionAffinity: ClientIP\n": "would not do",
	} {
		if err := check(p, []byte(before), []byte(after)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", after, err, want)
		}
	}
}

// Diffs are what git takes, and show no secret.
func TestUnified(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("there is no git")
	}
	long := "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n"
	for name, test := range map[string]struct{ before, after string }{
		"middle":     {long, strings.Replace(long, "10\n", "", 1)},
		"two hunks":  {long, strings.Replace(strings.Replace(long, "\n3\n", "\n", 1), "18\n", "x\n", 1)},
		"one hunk":   {long, strings.Replace(strings.Replace(long, "\n8\n", "\n", 1), "11\n", "x\n", 1)},
		"first":      {long, strings.TrimPrefix(long, "1\n")},
		"last":       {long, strings.TrimSuffix(long, "20\n")},
		"no newline": {"a\nb\nc", "a\nc"},
		"at the end": {"a\nb\nc", "a\nb\n"},
		"secrets":    {"password: hunter2\na\nb\ntoken: hunter2\n", "password: hunter2\nb\ntoken: hunter2\n"},
		"between":    {"a\nb\npassword: hunter2\nc\nd\n", "b\npassword: hunter2\nc\n"},
		"CRLF":       {"a\r\nb\r\nc\r\n", "a\r\nc\r\n"},
	} {
		t.Run(name, func(t *testing.T) {
			diff := unified("f.txt", []byte(test.before), []byte(test.after))
			if strings.Contains(diff, "hunter2") {
				t.Errorf("the diff shows a secret:\n%s", diff)
			}
			dir := t.TempDir()
			file := filepath.Join(dir, "f.txt")
			if err := os.WriteFile(file, []byte(test.before), 0o644); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(git, "apply", "--unidiff-zero", "-")
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir), "GIT_CONFIG_GLOBAL=/dev/null")
			cmd.Stdin = strings.NewReader(diff)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s\n%s", err, out, diff)
			}
			got, err := os.ReadFile(file)
			if err != nil || string(got) != test.after {
				t.Errorf("got %q, %v\n%s", got, err, diff)
			}
		})
	}
}
