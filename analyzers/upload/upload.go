package upload

import (
	_ "embed"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/tomap"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule upload.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "upload",
	Group:  rule.Memory,
	Step:   rule.StepState,
	Hours:  [2]float64{4, 16},
	Clause: "2026-07-28 basic, statelessness: state that spans requests MUST be referenced by an explicit identifier, and a server SHOULD NOT require one process for related operations",
	Check:  check,

	Rewrite: tomap.Move, // the pieces grow behind the entries of a map
	Stores:  true,
})

func check(v *rule.View, report func(rule.Finding)) {
	for _, st := range v.StateObjects() {
		j := v.Judge(st)
		if j.Nature != view.Upload {
			continue
		}
		f := v.Card(st, j)
		f.Message = "content that arrives in pieces is put together in this process: a piece that reaches another replica is missing, and one that is sent again is in it twice"
		f.Suggestion = "write each piece to an object store or a shared handle store under handle and offset, and take the offset as an argument"
		report(f)
	}
}
