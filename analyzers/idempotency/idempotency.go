package idempotency

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/writes"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule idempotency.
var Rule = rule.Must(doc, rule.Rule{
	Name:    "idempotency",
	Group:   rule.Retries,
	Step:    rule.StepWrites,
	Hours:   [2]float64{2, 6},
	Clause:  "2026-07-28 basic/transports, streamable HTTP: streams are not resumable; a broken one loses the request, and the client issues it again as a new request",
	Check:   check,
	Rewrite: rewrite,
	Stores:  true,
})

func check(v *rule.View, report func(rule.Finding)) {
	type key struct {
		name string
		site effects.Pos
	}
	found := map[key]int{}
	var out []rule.Finding
	for _, t := range writes.Tools(v) {
		j := t.Judge()
		if !j.Again {
			continue
		}
		f := finding(v, t, j)
		k := key{t.Name, f.Site}
		if i, ok := found[k]; ok {
			// One tool that is registered at several places.
			if p := t.Registered(); p.IsValid() && p.String() != registration(out[i]).String() {
				out[i].Related = append(out[i].Related, rule.Place{Pos: p, What: "registers tool " + t.Name + " as well"})
			}
			continue
		}
		found[k] = len(out)
		out = append(out, f)
	}
	for _, f := range out {
		report(f)
	}
	retries(v, report)
}

func registration(f rule.Finding) effects.Pos {
	for _, p := range f.Related {
		if strings.HasPrefix(p.What, "registers ") {
			return p.Pos
		}
	}
	return effects.Pos{}
}

func finding(v *rule.View, t *writes.Tool, j writes.Verdict) rule.Finding {
	e := j.Effect
	f := rule.Finding{
		Object: "tool " + t.Name, Tools: []string{t.Name}, Package: t.Package(), Site: site(t, e),
		Severity: v.Scale(severity(t, e)), Confidence: rule.Likely, Path: t.Path(e), Suggestion: suggestion(e),
	}
	if f.Site == e.Pos() {
		f.Package = e.Fn.Pkg.Path
	}
	if j.Sure && link.Sure(e.Steps()) {
		f.Confidence = rule.Sure
	}
	f.Message = fmt.Sprintf("a client whose stream breaks calls %s again as a new request, and nothing recognises the repetition: %s", t.Name, twice(e))
	if e.Word == writes.ReadWord {
		f.Message += ", and the tool is annotated as one that may write"
	}
	if h := t.Def.Hints["idempotent"]; h.Val == "true" {
		f.Message += "; yet the tool is annotated idempotent, which invites clients to retry"
	}
	if p := t.Registered(); p.IsValid() {
		f.Related = append(f.Related, rule.Place{Pos: p, What: "registers tool " + t.Name})
	}
	for _, o := range t.Effects {
		if o == e || !o.Pos().IsValid() || !o.Fn.Main() || len(f.Related) > 6 {
			continue
		}
		if o.Word == writes.AgainWord {
			f.Related = append(f.Related, rule.Place{Pos: o.Pos(), What: "does again: " + o.What})
		}
	}
	return f
}

// site is where the effect is, or where the tool is registered if others wrote that.
func site(t *writes.Tool, e *writes.Effect) rule.Pos {
	if e.Fn.Main() && e.Pos().IsValid() {
		return e.Pos()
	}
	return t.Registered()
}

// severity is what is at stake when a stream breaks. A pipe breaks with its
// process, and its client asks nobody else.
func severity(t *writes.Tool, e *writes.Effect) view.Severity {
	switch e.Kind {
	case writes.Memory, writes.Push, writes.Forward:
		if t.Def.Hints["idempotent"].Val == "true" {
			return rule.High
		}
		return rule.Medium
	}
	switch t.Stake(e) {
	case "money", "message", "deployment", "deletion":
		return rule.High
	}
	if e.Hard || t.Def.Hints["idempotent"].Val == "true" {
		return rule.High
	}
	return rule.Medium
}

// twice says what happens twice.
func twice(e *writes.Effect) string {
	switch e.Kind {
	case writes.HTTP:
		return e.What + " is sent twice"
	case writes.SQL:
		if strings.HasPrefix(e.What, "runs ") {
			return "the statement that it is given runs twice"
		}
		return e.What + " runs twice"
	case writes.Process:
		if e.Arg {
			return "the command that it is given runs twice"
		}
		return strings.TrimPrefix(e.What, "runs ") + " runs twice"
	case writes.File:
		return "it " + e.What + " twice"
	case writes.Memory:
		return "it " + e.What + " twice"
	case writes.Push:
		return "other clients are notified twice"
	case writes.Forward:
		return "the call that it forwards is made twice"
	}
	return e.What + " is called twice"
}

func suggestion(e *writes.Effect) string {
	const key = "take an argument idempotency_key and record the result under it, per caller"
	switch {
	case e.Kind == writes.Memory:
		return key + ", in a store that all replicas share; or make the write set a value instead of adding to it"
	case e.Kind == writes.SQL && !e.Arg:
		return key + ", in the transaction of the write; a unique column with ON CONFLICT does it as well"
	case e.Kind == writes.Forward:
		return "pass an idempotency key through to the server behind it, or record results under one here"
	case e.Kind == writes.File:
		return key + "; or write the whole file, or compare with what the caller last saw before changing a part"
	case e.Stake == "money":
		return "take an argument idempotency_key and pass it on as the service's own idempotency key"
	case e.Kind == writes.API || e.Kind == writes.HTTP:
		return key + ", beside the write; if the service takes a key of its own, pass it on"
	}
	return key + ", beside the effect"
}
