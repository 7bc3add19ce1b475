package handledoc

import (
	_ "embed"
	"fmt"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule handledoc.
var Rule = rule.Must(doc, rule.Rule{
	Name:    "handledoc",
	Group:   rule.Handles,
	Step:    rule.StepHandles,
	Hours:   [2]float64{0.25, 1},
	Clause:  "2026-07-28 server/tools, stateful tools: the description of the tool that makes a handle states its lifetime; an expired or unknown one is answered with a tool execution error that says so",
	Check:   check,
	Rewrite: rewrite,
})

func check(v *rule.View, report func(rule.Finding)) {
	for _, st := range v.StateObjects() {
		j := v.Judge(st)
		switch j.Nature {
		case view.Workflow, view.Live, view.Task, view.Upload:
		default:
			continue
		}
		if j.Severity == rule.Info || !st.Keyed || !st.Keys.Has(view.FromArg) {
			continue
		}
		mute, told := silent(v.Minters(st))
		if told || len(mute) == 0 {
			continue
		}
		report(finding(v, st, j, mute))
	}
}

// silent lists the tools whose description says nothing of the lifetime of
// their handles; told says that another one's does.
func silent(ms []view.Minter) (mute []view.Minter, told bool) {
	for _, m := range ms {
		switch {
		case m.Says:
			told = true
		case m.Text:
			mute = append(mute, m)
		}
	}
	return mute, told
}

func finding(v *rule.View, st *view.State, j view.Verdict, mute []view.Minter) rule.Finding {
	f := v.Card(st, view.Verdict{Severity: rule.Low, Confidence: j.Confidence})
	if v.ExpireByThemselves(st) {
		f.Severity = v.Scale(rule.Medium)
	}
	m := mute[0]
	f.Message = fmt.Sprintf("%s hands out a handle, and its description says nothing of how long it is good for", m.Root.Names[0])
	f.Suggestion = "say the lifetime in the description"
	for _, m := range mute {
		if m.Def.Pos.IsValid() {
			f.Related = append(f.Related, rule.Place{Pos: m.Def.Pos, What: "describes " + m.Root.Names[0]})
		}
	}
	for _, miss := range v.Misses(st) {
		if miss.Says {
			continue
		}
		f.Message += fmt.Sprintf("; when it is gone the answer is %q, which does not say how to get another", miss.Text)
		f.Suggestion += ", and answer an unknown handle with what happened and which tool makes a new one"
		f.Related = append(f.Related, rule.Place{Pos: miss.Pos, What: "answers an unknown handle"})
		break
	}
	return f
}
