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
		switch j.Why {
		case view.WhyFailure:
			f.Message = "that something failed or was not there is remembered here for ever: once it has changed, this process answers otherwise than one that started later"
			f.Suggestion = "let such entries expire after minutes, or ask again before anything is written"
			for _, l := range v.FailuresKept(st) {
				f.Related = append(f.Related, view.Place{Pos: l.Pos(), What: "keeps the failure in " + l.Fn.Name})
			}
		case view.WhyCaller:
			f.Message = "what is cached here depends on the caller, and the key does not say who that is: one caller gets what was made for another"
			f.Suggestion = "put everything that the value depends on into the key, and give entries a lifetime"
		case view.WhyTaken:
			f.Message = "a request that changes what is cached here takes the entry out of this process alone: other replicas go on with the old one"
			f.Suggestion = "give entries a short lifetime, keep the version beside the data and compare it, or share the cache"
			for _, l := range v.TakenOut(st) {
				f.Related = append(f.Related, view.Place{Pos: l.Pos(), What: "takes an entry out in " + l.Fn.Name})
			}
		default:
			f.Message = "each replica has its own copy of what is cached here: answers can differ until entries are refreshed"
			f.Suggestion = "give entries a lifetime and put everything that the value depends on into the key"
		}
		report(f)
	}
	for _, c := range v.ListCopies() {
		report(listCopy(v, c))
	}
	for _, c := range v.StartCopies() {
		report(startCopy(v, c))
	}
}

// startCopy is the finding about a list that start-up asks another service for.
func startCopy(v *rule.View, c view.StartCopy) rule.Finding {
	f := rule.Finding{Severity: v.Scale(rule.Medium), Confidence: rule.Likely, Object: c.State.Object, Package: c.State.Pkg.Path, Site: c.State.Pos, Tools: view.Tools(v.RootsOf(c.Read.Fn))}
	f.Path = []rule.Frame{
		{Pos: c.Asked.Pos(), Function: c.Asked.Fn.Name, What: "asks another service"},
		{Pos: c.Filled.Pos(), Function: c.Filled.Fn.Name, What: "keeps what it says"},
		{Pos: c.Read.Pos(), Function: c.Read.Fn.Name, What: "answers from it"},
	}
	f.Message = "another service is asked once, when this process starts, and tools answer from what it said: what changed since is wrong until a restart, and replicas that started at other times answer otherwise"
	f.Suggestion = "ask again after a while, and when something is not found"
	return f
}

// listCopy is the finding about a list of another server that is copied once.
func listCopy(v *rule.View, c view.ListCopy) rule.Finding {
	add, from := c.Adds[0], c.Fetches[0]
	f := rule.Finding{Severity: v.Scale(rule.Medium), Confidence: rule.Likely, Object: add.Fn.Pkg.Name + "." + add.Fn.Name + ": lists of another server", Package: add.Fn.Fn.Pkg, Site: add.Pos()}
	f.Path = []rule.Frame{
		{Pos: from.Pos(), Function: from.Fn.Name, What: "asks another server for its list"},
		{Pos: add.Pos(), Function: add.Fn.Name, What: "adds what it got to the list of this server"},
	}
	for _, l := range c.Adds[1:] {
		f.Related = append(f.Related, rule.Place{Pos: l.Pos(), What: "copies a list in " + l.Fn.Name})
	}
	for _, l := range c.Fetches[1:] {
		f.Related = append(f.Related, rule.Place{Pos: l.Pos(), What: "asks another server in " + l.Fn.Name})
	}
	f.Message = "the list of another server is copied here once, when this process starts: what changes there, or was not there at that moment, is wrong until a restart, and replicas that started at other times list other things"
	f.Suggestion = "list again when the other server says that its list has changed, and after a while"
	return f
}
