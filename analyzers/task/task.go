package task

import (
	_ "embed"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule task.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "task",
	Group:  rule.Memory,
	Step:   rule.StepState,
	Hours:  [2]float64{4, 16},
	Clause: "2026-07-28 tasks extension: a task MUST be durably created before its handle is returned",
	Check:  check,
})

func check(v *rule.View, report func(rule.Finding)) {
	for _, st := range v.StateObjects() {
		j := v.Judge(st)
		if j.Nature != view.Task {
			continue
		}
		f := v.Card(st, j)
		f.Message = "work goes on after the answer and its record is only in this process: a poll on another replica or after a restart finds nothing"
		f.Suggestion = "create a durable record before answering and let any replica read it"
		if j.Stops() {
			f.Message = "work goes on after the answer, and how to stop it is only known here: a later call on another replica lets it run and starts it a second time"
			f.Suggestion = "keep a record of the running work in a store that all replicas share, with an owner and an expiry"
		}
		report(f)
	}
	v.Calls(sdk.RootTask, func(l view.Loc, _ sdk.Entry) {
		if l.Fn.Test || l.In().Op != effects.Call {
			return
		}
		f := rule.Finding{Severity: rule.High, Confidence: rule.Sure, Object: l.Fn.Pkg.Name + "." + l.Fn.Name + ": task tool", Package: l.Fn.Fn.Pkg, Site: l.Pos()}
		f.Path = []rule.Frame{{Pos: l.Pos(), Function: l.Fn.Name, What: "registers a task tool"}}
		f.Message = "the SDK keeps the tasks of this tool in the memory of the process: a poll on another replica or after a restart finds nothing, and 2026-07-28 removed these tasks"
		f.Suggestion = "create a durable record before answering and let any replica read it"
		report(f)
	})
}
