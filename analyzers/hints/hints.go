package hints

import (
	_ "embed"
	"fmt"
	"net/http"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/writes"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule hints.
var Rule = rule.Must(doc, rule.Rule{
	Name:    "hints",
	Group:   rule.Retries,
	Step:    rule.StepWrites,
	Hours:   [2]float64{0.25, 0.5},
	Clause:  "2026-07-28 schema, ToolAnnotations: readOnlyHint, destructiveHint and idempotentHint describe what a call does",
	Check:   check,
	Rewrite: rewrite,
})

func check(v *rule.View, report func(rule.Finding)) {
	type key struct{ name, role string }
	seen := map[key]bool{}
	for _, t := range writes.Tools(v) {
		for _, f := range judge(t) {
			if k := (key{t.Name + "@" + f.Site.String(), f.Role}); !seen[k] && f.Site.IsValid() {
				seen[k] = true
				report(f)
			}
		}
	}
}

func judge(t *writes.Tool) []rule.Finding {
	var out []rule.Finding
	say := func(hint string, e *writes.Effect, sev view.Severity, message, suggestion string) {
		f := rule.Finding{
			Severity: sev, Confidence: rule.Sure, Object: "annotations of tool " + t.Name, Package: t.Package(), Role: hint, Site: t.Def.Pos, Tools: []string{t.Name},
			Message: message, Suggestion: suggestion, Path: t.Path(e), Related: []rule.Place{{Pos: e.Pos(), What: e.What}},
		}
		if h := t.Def.Hints[hint]; h.Pos.IsValid() {
			f.Site = h.Pos
		}
		if t.Def.Fn == nil || !t.Def.Fn.Main() || !f.Site.IsValid() {
			f.Site = t.Registered()
		}
		out = append(out, f)
	}
	write := proven(t, func(e *writes.Effect) bool {
		if e.Kind == writes.HTTP && e.Method == http.MethodPost && (t.Word == writes.ReadWord || t.Word == writes.NoWord) {
			return e.Starts() // other collections may be asked by POST
		}
		// A tool that is named for reading and sets something keeps a cache or a
		// record of its own.
		return t.Word != writes.ReadWord || e.Word == writes.AgainWord
	})
	if t.Def.Hints["readonly"].Val == "true" && write != nil {
		say("readonly", write, rule.Medium, fmt.Sprintf("%s is annotated read-only, but %s: clients call it without asking their user", t.Name, does(write)),
			"drop readOnlyHint, or move the write to a tool of its own")
	}
	if j := t.Judge(); t.Def.Hints["idempotent"].Val == "true" && j.Again && sure(j.Effect) {
		say("idempotent", j.Effect, rule.Medium, fmt.Sprintf("%s is annotated idempotent, but %s each time: clients send it again after a failure", t.Name, does(j.Effect)),
			"make the write repeatable (see the rule idempotency), or drop idempotentHint")
	}
	gone := proven(t, func(e *writes.Effect) bool { return e.Word == writes.DeleteWord })
	if t.Def.Hints["destructive"].Val == "false" && gone != nil && t.Word == writes.DeleteWord {
		say("destructive", gone, rule.Medium, fmt.Sprintf("%s is annotated as not destructive, but %s", t.Name, does(gone)), "drop destructiveHint: false is for tools that only add")
	}
	if len(t.Def.Hints) == 0 && !t.Def.Fills && t.Def.Annotates && write != nil && t.Word != writes.ReadWord {
		say("missing", write, rule.Low, fmt.Sprintf("%s writes (%s) and has no annotations: clients take it for destructive and not repeatable", t.Name, write.What),
			"state readOnlyHint, destructiveHint and idempotentHint as the code keeps them")
	}
	return out
}

// proven is the most telling write that needs no guess.
func proven(t *writes.Tool, ok func(*writes.Effect) bool) *writes.Effect {
	for _, e := range t.Effects {
		if ok(e) && sure(e) {
			return e
		}
	}
	return nil
}

func sure(e *writes.Effect) bool {
	if !e.Hard || !e.Pos().IsValid() || !link.Sure(e.Steps()) {
		return false
	}
	switch e.Kind {
	case writes.API:
		return true
	case writes.SQL:
		return !e.Arg // a check on the way may let only queries pass
	case writes.HTTP:
		return e.Method == http.MethodPut || e.Method == http.MethodDelete || e.Method == http.MethodPatch || e.Word == writes.AgainWord
	case writes.File:
		return e.Arg
	}
	return false
}

func does(e *writes.Effect) string {
	switch e.Kind {
	case writes.HTTP:
		return "it sends " + e.What
	case writes.SQL:
		return "it runs " + e.What
	case writes.File:
		return "it changes files (" + e.What + ")"
	}
	return "it calls " + e.What
}
