package ignore

import (
	"slices"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
)

func at(line int) effects.Pos { return effects.Pos{File: "a.go", Line: line} }

func comment(line int, rules ...string) effects.Ignore {
	return effects.Ignore{Pos: at(line), First: line, Last: line, Rules: rules, Reason: "so"}
}

func TestSet(t *testing.T) {
	bad := effects.Ignore{Pos: at(4), First: 4, Last: 4, Bad: "gives no reason"}
	s := New([]*effects.Package{
		{Path: "a", Ignores: []effects.Ignore{comment(1, "ambient", "memo"), comment(2, "memmo"), comment(3, "cursor"), bad, comment(1, "ambient")}},
	})
	if g := s.Match("ambient", at(1)); g == nil || g.Reason != "so" {
		t.Errorf("the comment does not match: %+v", g)
	}
	for _, miss := range []struct {
		rule string
		line int
	}{{"cursor", 1}, {"ambient", 2}, {"ambient", 4}} {
		if g := s.Match(miss.rule, at(miss.line)); g != nil {
			t.Errorf("%s in line %d is matched by %+v", miss.rule, miss.line, g)
		}
	}

	var got []string
	for _, tr := range s.Troubles([]string{"ambient", "memo", "cursor"}, func(rule string) bool { return rule != "cursor" }) {
		kind := "bad"
		if tr.Unused {
			kind = "unused"
		}
		got = append(got, kind+" "+tr.Pos.String()+" "+tr.Message)
	}
	want := []string{
		"unused a.go:1 there is nothing to ignore of memo: delete the comment or the name", // a rule that did not run is not idle
		`bad a.go:2 the comment names the rule "memmo", which does not exist: did you mean memo?`,
		"bad a.go:4 the comment gives no reason",
	}
	if !slices.Equal(got, want) {
		t.Errorf("troubles:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
