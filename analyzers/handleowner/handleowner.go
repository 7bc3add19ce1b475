package handleowner

import (
	_ "embed"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule handleowner.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "handleowner",
	Group:  rule.Handles,
	Step:   rule.StepHandles,
	Hours:  [2]float64{1, 6},
	Clause: "2026-07-28 security best practices, state handle hijacking: possession of a handle MUST NOT be treated as authentication",
	Check:  check,
})

func check(v *rule.View, report func(rule.Finding)) {
	unverified(v, report)
	if !v.Authenticates() && !v.ReadsClaims() {
		return
	}
	for _, st := range v.StateObjects() {
		j := v.Judge(st)
		if j.Nature != view.Harmless && openPages(v, st, report) {
			continue
		}
		switch j.Nature {
		case view.Workflow, view.Live, view.Task, view.Upload:
		default:
			continue
		}
		if !st.Keyed || !st.Keys.Has(view.FromArg) || st.Keys.Has(view.FromPrincipal|view.FromSession) {
			continue
		}
		if compared(v, st) {
			continue
		}
		f := v.Card(st, view.Verdict{Severity: v.Scale(rule.High), Confidence: j.AtMost(rule.Likely)})
		f.Message = "an argument alone finds this: whoever has the id reaches what another caller stored"
		f.Suggestion = "key it by principal and handle, and answer unknown and foreign ids alike"
		report(f)
	}
}

// openPages reports pages outside the protocol that find a state object by an id
// alone.
func openPages(v *rule.View, st *view.State, report func(rule.Finding)) bool {
	pages := v.OpenPages(st)
	if len(pages) == 0 {
		return false
	}
	f := v.Card(st, view.Verdict{Severity: v.Scale(rule.Medium), Confidence: rule.Likely})
	for _, p := range pages {
		frames, _ := v.PathFrom([]*link.Root{p.Root}, p.Loc, "finds it by the id in the address")
		for _, at := range frames {
			f.Related = append(f.Related, rule.Place{Pos: at.Pos, What: at.What + " in " + at.Function})
		}
	}
	f.Message = "a page outside the protocol finds by its id alone what a call began, and does not ask who opens it: whoever has the address goes on with what another caller began"
	f.Suggestion = "let the page ask for a login, and compare it with the caller that began"
	report(f)
	return true
}

// unverified reports claims that nobody has verified and that name the caller.
func unverified(v *rule.View, report func(rule.Finding)) {
	for _, u := range v.UnverifiedCallers() {
		f := rule.Finding{Severity: v.Scale(rule.High), Confidence: rule.Likely, Object: u.Fn.Pkg.Name + "." + u.Fn.Name + ": claims", Package: u.Fn.Fn.Pkg, Site: u.Pos(), Tools: view.Tools(u.State.Roots)}
		f.Path, _, _ = v.PathTo(u.Loc, "reads claims without verifying the token")
		f.Related = []rule.Place{{Pos: u.State.Pos, What: "declares " + u.State.Object + ", which is found by these claims"}}
		f.Message = "claims of a token that nothing verifies say who calls: anyone who writes another name into a token gets what is stored for it"
		f.Suggestion = "verify the token's signature, issuer and audience before its claims mean anything, and refuse the call where that fails"
		report(f)
	}
}

// compared reports whether every lookup is followed by a look at the owner.
func compared(v *rule.View, st *view.State) bool {
	for _, r := range st.Reads {
		if r.Depth == 0 && !r.All && !v.ComparesOwner(r.Fn, 1) {
			return false
		}
	}
	return true
}
