package memo

import (
	_ "embed"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule memo.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "memo",
	Group:  rule.Memory,
	Step:   rule.StepState,
	Hours:  [2]float64{1, 4},
	Clause: "2026-07-28 basic, statelessness; server/utilities/caching",
	Check:  check,
})

func check(v *rule.View, report func(rule.Finding)) {
	for _, st := range v.StateObjects() {
		j := v.Judge(st)
		if j.Nature != view.Memo {
			continue
		}
		f := v.Card(st, j)
		f.Message = "each replica has its own copy of what is cached here: answers can differ until entries are refreshed"
		f.Suggestion = "give entries a lifetime and put everything that the value depends on into the key"
		report(f)
	}
}
