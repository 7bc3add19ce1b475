package notifybus

import (
	_ "embed"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

//go:embed doc.go
var doc string

// Rule is the rule notifybus.
var Rule = rule.Must(doc, rule.Rule{
	Name:   "notifybus",
	Group:  rule.Memory,
	Step:   rule.StepState,
	Hours:  [2]float64{6, 24},
	Clause: "2026-07-28 server/subscriptions: nothing survives a reconnect; a change on one replica must reach listeners on another",
	Check:  check,
})

func check(v *rule.View, report func(rule.Finding)) {
	for _, st := range v.StateObjects() {
		j := v.Judge(st)
		if j.Nature != view.Bus {
			continue
		}
		f := v.Card(st, j)
		f.Message = "subscribers are kept in this process: what happens on another replica never reaches them"
		f.Suggestion = "publish through a shared bus and serve subscriptions/listen from it"
		if j.Held() {
			f.Message = "a request tells only the listeners of the process that it reaches: other replicas go on with what they had"
			f.Suggestion = "publish the change through a shared bus, or keep it in a shared store that every replica reads"
		}
		report(f)
	}
	lost(v, report)
	pushes(v, report)
}

// lost reports queues of sessions that drop messages.
func lost(v *rule.View, report func(rule.Finding)) {
	for _, q := range v.LostAnswers() {
		f := rule.Finding{Severity: v.Scale(rule.High), Confidence: rule.Likely, Object: q.Object, Package: q.Package, Site: q.Site, Related: []rule.Place{q.Queue}}
		f.Path, _, _ = v.PathTo(q.Loc, "drops the message when the queue is full")
		f.Path = append(f.Path, rule.Frame{Pos: q.Stream.Pos(), Function: q.Stream.Fn.Name, What: "sends it on the stream of another request"})
		f.Message = "messages go through a queue of this process to the stream of another request, and are dropped when it is full: an answer can be lost though its call has had its effect"
		f.Suggestion = "answer on the response of the request itself, and serve notifications from a shared bus"
		report(f)
	}
}

// pushes reports notifications that do not belong to the running request.
func pushes(v *rule.View, report func(rule.Finding)) {
	seen := map[string]bool{}
	push := func(l view.Loc, what string) {
		if l.Fn.Test || l.In().Op != effects.Call || seen[l.Fn.Fn.ID] {
			return
		}
		seen[l.Fn.Fn.ID] = true
		f := rule.Finding{Severity: v.Scale(rule.Medium), Confidence: rule.Sure, Object: l.Fn.Pkg.Name + "." + l.Fn.Name + ": " + what, Package: l.Fn.Fn.Pkg, Site: l.Pos(), Tools: view.Tools(v.Reached(l.Fn))}
		f.Path, _, _ = v.PathTo(l, what)
		f.Message = "this reaches only the clients whose streams this process holds: listeners on another replica are not told"
		if v.FromBus(l) {
			f.Severity = rule.Info
			f.Message = "this passes on to the clients of this process what a bus told it; every replica must listen to the same bus"
		}
		f.Suggestion = "publish through a shared bus and let every replica serve its own subscriptions/listen streams"
		report(f)
	}
	v.Calls(sdk.PushNotify, func(l view.Loc, e sdk.Entry) {
		switch e.Get("scope") {
		case "all", "specific":
			push(l, "notifies clients of this process")
		case "resource":
			push(l, "announces a changed resource")
		}
	})
	v.Calls(sdk.PushEnum, func(l view.Loc, _ sdk.Entry) {
		if len(v.In(l.Fn, sdk.PushNotify)) > 0 || len(v.In(l.Fn, sdk.PushRequest)) > 0 {
			push(l, "walks the sessions of this process")
		}
	})
}
