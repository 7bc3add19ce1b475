package cursor

import (
	_ "embed"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule cursor.
var Rule = rule.Must(doc, rule.Rule{
	Name:    "cursor",
	Group:   rule.Memory,
	Step:    rule.StepState,
	Hours:   [2]float64{2, 6},
	Clause:  "2026-07-28 server/utilities/pagination: cursors are opaque and stable; statelessness: no reliance on prior requests",
	Check:   check,
	Rewrite: rewrite,
	Stores:  true,
})

func check(v *rule.View, report func(rule.Finding)) {
	for _, st := range v.StateObjects() {
		j := v.Judge(st)
		if j.Nature != view.Cursor {
			continue
		}
		f := v.Card(st, j)
		f.Message = "the position of the next page lives in this process: another replica begins anew, two callers advance each other"
		f.Suggestion = "return an opaque signed cursor and take it back as an argument"
		report(f)
	}
}
