package main

import (
	"testing"

	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

func TestUpToDate(t *testing.T) {
	if err := generate(false); err != nil {
		t.Error(err)
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
