package main

import (
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

func TestUpToDate(t *testing.T) {
	if err := generate(false); err != nil {
		t.Error(err)
	}
}

func TestFenced(t *testing.T) {
	got := fenced("Text.\n\n  - one\n    more\n\nBefore:\n\n\tif x {\n\t\ty()\n\n\t}\n\nAfter:\n\n\tz()\n")
	want := "Text.\n\n- one\n  more\n\nBefore:\n\n```go\nif x {\n\ty()\n\n}\n```\n\nAfter:\n\n```go\nz()\n```\n"
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestBetween(t *testing.T) {
	text := "a\n<!-- rules:begin -->\nold\n<!-- rules:end -->\nb\n"
	got, err := between([]byte(text), "rules", []byte("new\n"))
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(text, "old", "new", 1); string(got) != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, broken := range []string{"a\n", "a\n<!-- rules:begin -->\n"} {
		if _, err := between([]byte(broken), "rules", nil); err == nil {
			t.Errorf("%q is accepted", broken)
		}
	}
}

func TestTable(t *testing.T) {
	rules := []*rule.Rule{
		{Name: "late", Title: "one | two", Group: "A group of its own", Step: rule.StepKeys},
		{Name: "first", Title: "a thing", Group: rule.Session, Step: rule.StepState},
	}
	got := string(table(rules, "docs/"))
	want := "**Protocol session**\n\n| rule | finds | step |\n|---|---|---|\n| [first](docs/first.md) | a thing | state |\n" +
		"\n**A group of its own**\n\n| rule | finds | step |\n|---|---|---|\n| [late](docs/late.md) | one \\| two | keys |\n"
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestOthers(t *testing.T) {
	own := "# Rules\n"
	other := "\n<!-- deployment:begin -->\nx\n<!-- deployment:end -->\n"
	if got := string(others([]byte(own + other))); got != other {
		t.Errorf("the other part is %q", got)
	}
	if got := others([]byte(own)); got != nil {
		t.Errorf("without another part there is %q", got)
	}
}
