package earlyeffect

import (
	_ "embed"
	"fmt"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/writes"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule earlyeffect.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "earlyeffect",
	Group:  rule.Retries,
	Step:   rule.StepWrites,
	Hours:  [2]float64{1, 4},
	Clause: "2026-07-28 basic/utilities/mrtr: a server MUST NOT assume that the client answers or tries again; the answer is an independent request",
	Check:  check,
})

func check(v *rule.View, report func(rule.Finding)) {
	for _, t := range writes.Tools(v) {
		if len(t.Early) == 0 {
			continue
		}
		e := t.Early[0]
		f := rule.Finding{Severity: rule.High, Confidence: rule.Likely, Object: "tool " + t.Name, Package: e.Fn.Fn.Pkg, Site: e.Pos(), Tools: []string{t.Name}, Path: t.EarlyPath(e)}
		if link.Sure(e.Steps()) {
			f.Confidence = rule.Sure
		}
		f.Message = fmt.Sprintf("before %s asks the client for input it %s: the answer is a new call, which does it again, and a client that never answers leaves it behind", t.Name, does(e))
		f.Suggestion = "do it after the answer; or make it repeatable under a key that the sealed request state carries, with an expiry for answers that do not come"
		f.Related = append(f.Related, rule.Place{Pos: e.Ask, What: "asks the client for input"})
		for _, o := range t.Early[1:] {
			f.Related = append(f.Related, rule.Place{Pos: o.Pos(), What: does(o) + " as well"})
		}
		report(f)
	}
}

// does says in the present tense what comes too early.
func does(e *writes.Early) string {
	if e.Effect == nil {
		return e.What
	}
	switch e.Effect.Kind {
	case writes.HTTP:
		return "sends " + e.What
	case writes.SQL:
		return "runs " + e.What
	case writes.API:
		return "calls " + e.What
	case writes.Push:
		return "notifies other clients"
	case writes.Forward:
		return "calls another server's tool"
	}
	return e.What // a phrase of its own: appends to a file, adds an entry
}
