package guessablehandle

import (
	_ "embed"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule guessablehandle.
var Rule = rule.Must(doc, rule.Rule{
	Name:    "guessablehandle",
	Group:   rule.Handles,
	Step:    rule.StepHandles,
	Hours:   [2]float64{0.5, 2},
	Clause:  "2026-07-28 server/tools, stateful tools: handles are unguessable; security best practices: secure, non-sequential ids",
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
		if !st.Keyed || !st.WriteKeys.Has(view.FromWeakID|view.FromCount|view.FromClock) || st.WriteKeys.Has(view.FromStrongID|view.FromArg) || !st.Keys.Has(view.FromArg) {
			continue
		}
		f := v.Card(st, view.Verdict{Severity: v.Scale(rule.Medium), Confidence: j.AtMost(rule.Likely)})
		f.Message = "the id that finds this is counted up or made from the time: another caller's can be guessed, and replicas repeat each other's"
		f.Suggestion = suggestion
		report(f)
	}
	for _, st := range v.CountedKeys() {
		f := v.Held(st)
		f.Severity, f.Confidence = v.Scale(rule.Medium), rule.Likely
		f.Related = append(places(v.KeysMade(st)), f.Related...)
		f.Message = "the number in the address that finds this is counted up: whoever counts along reaches what belongs to somebody else"
		f.Suggestion = suggestion
		report(f)
	}
	for _, id := range v.GuessedIDs() {
		f := rule.Finding{Severity: v.Scale(rule.Medium), Confidence: rule.Likely, Object: id.Fn.Pkg.Name + "." + id.Fn.Name + ": " + id.Name, Package: id.Fn.Fn.Pkg, Site: id.Pos(), Tools: view.Tools(v.Reached(id.Fn))}
		f.Path, _, _ = v.PathTo(id.Loc, "gives the id to the client")
		f.Related = places(id.Made)
		f.Message = "this id for the client is counted up or made from the time: another caller's can be guessed, and replicas repeat each other's"
		f.Suggestion = suggestion
		report(f)
	}
}

const suggestion = "mint at least 128 random bits"

// makes is how places begin that say where an id is made.
const makes = "makes the id in "

func places(made []view.Loc) []rule.Place {
	var out []rule.Place
	for _, l := range made {
		out = append(out, rule.Place{Pos: l.Pos(), What: makes + l.Fn.Name})
	}
	return out
}
