package report_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/report"
)

// shop is a ranked report of three findings.
func shop(change func(*report.Report)) *report.Report {
	r := &report.Report{
		Module: report.Module{Path: "example.com/shop", Dir: "."},
		Served: report.Served{Transports: []string{report.HTTP}},
		Rules: []report.Rule{
			{Name: "sessionmap", Step: report.StepState}, {Name: "workflow", Step: report.StepState}, {Name: "idempotency", Step: report.StepWrites},
		},
		Findings: []report.Finding{
			{
				Rule: "sessionmap", Severity: report.High, Confidence: report.Sure, Package: "example.com/shop/cart", Object: "cart.Carts.byID",
				Site: report.Site{File: "cart/cart.go", Line: 10, Column: 2}, Tools: []string{"cart_add", "cart_pay"},
			},
			{
				Rule: "workflow", Severity: report.Medium, Confidence: report.Sure, Package: "example.com/shop/cart", Object: "cart.drafts",
				Site: report.Site{File: "cart/drafts.go", Line: 5}, Tools: []string{"draft_new"},
			},
			{
				Rule: "idempotency", Severity: report.High, Confidence: report.Sure, Package: "example.com/shop/pay", Object: "tool cart_pay",
				Site: report.Site{File: "pay/pay.go", Line: 7}, Tools: []string{"cart_pay"},
			},
		},
	}
	if change != nil {
		change(r)
	}
	report.Rank(r)
	return r
}

func objects(findings []report.Finding) string {
	var out []string
	for _, f := range findings {
		out = append(out, f.Object)
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

func TestBaselineSurvivesEdits(t *testing.T) {
	b := report.NewBaseline(shop(nil), nil)
	for name, change := range map[string]func(*report.Report){
		"nothing": nil,
		"lines moved, a file renamed": func(r *report.Report) {
			for i := range r.Findings {
				r.Findings[i].Site.Line += 40
			}
			r.Findings[0].Site.File = "cart/store.go"
		},
		"the package was moved and renamed": func(r *report.Report) {
			r.Findings[0].Package, r.Findings[0].Object, r.Findings[0].Site.File = "example.com/shop/internal/basket", "basket.Carts.byID", "internal/basket/cart.go"
		},
		"another rule leads": func(r *report.Report) { r.Findings[0].Rule = "workflow" },
		"the module has a new path": func(r *report.Report) {
			r.Module.Path = "example.com/shop/v2"
			for i := range r.Findings {
				r.Findings[i].Package = strings.Replace(r.Findings[i].Package, "example.com/shop", "example.com/shop/v2", 1)
			}
		},
		"less severe": func(r *report.Report) { r.Findings[0].Severity = report.Low },
	} {
		got := b.SetAside(shop(change), "base.json", true)
		if len(got.Findings) > 0 || len(got.Suppressed) != 3 || len(got.Baseline.Stale) > 0 || len(got.Baseline.Worse) > 0 {
			t.Errorf("%s: left %s, stale %v, worse %v", name, objects(got.Findings), got.Baseline.Stale, got.Baseline.Worse)
		}
		if got.Summary.Findings != 0 || got.ExitCode(report.Info) != report.ExitClean {
			t.Errorf("%s: summary %+v", name, got.Summary)
		}
	}
}

func TestBaselineCounts(t *testing.T) {
	b := report.NewBaseline(shop(nil), nil)
	for name, test := range map[string]struct {
		change             func(*report.Report)
		left, stale, worse string
		partial            bool
	}{
		"a new object": {change: func(r *report.Report) {
			f := r.Findings[0]
			f.Object = "cart.Carts.byUser"
			r.Findings = append(r.Findings, f)
		}, left: "cart.Carts.byUser"},
		"the same tool under another rule": {change: func(r *report.Report) {
			f := r.Findings[2]
			f.Rule = "hints"
			r.Findings = append(r.Findings, f)
		}, left: "tool cart_pay"},
		"worse": {change: func(r *report.Report) { r.Findings[0].Severity = report.Blocker }, left: "cart.Carts.byID", worse: "high"},
		"gone":  {change: func(r *report.Report) { r.Findings = r.Findings[1:] }, stale: "cart.Carts.byID"},
		"gone, and one of the same name in another package": {change: func(r *report.Report) {
			r.Findings[0].Rule = "workflow" // another rule is another finding elsewhere
			r.Findings[0].Package, r.Findings[0].Object = "example.com/shop/box", "box.Carts.byID"
		}, left: "box.Carts.byID", stale: "cart.Carts.byID"},
		"two that could be meant": {change: func(r *report.Report) {
			r.Findings[0].Package, r.Findings[0].Object = "example.com/shop/a", "a.Carts.byID"
			f := r.Findings[0]
			f.Package, f.Object = "example.com/shop/b", "b.Carts.byID"
			r.Findings = append(r.Findings, f)
		}, left: "a.Carts.byID, b.Carts.byID", stale: "cart.Carts.byID"},
		"gone, but only a part was audited": {change: func(r *report.Report) { r.Findings = r.Findings[1:] }, partial: true},
		"gone, but its rule did not run": {change: func(r *report.Report) {
			r.Findings = r.Findings[1:]
			r.Rules = r.Rules[1:]
		}},
		"gone, but something could not be checked": {change: func(r *report.Report) {
			r.Findings = r.Findings[1:]
			r.Problems = []report.Problem{{Kind: "type"}}
		}},
		"gone, since a comment sets it aside": {change: func(r *report.Report) {
			r.Suppressed = []report.Suppressed{{Finding: r.Findings[0], Suppression: report.Suppression{Kind: report.ByComment}}}
			r.Findings = r.Findings[1:]
		}},
	} {
		got := b.SetAside(shop(test.change), "base.json", !test.partial)
		var stale, worse []string
		for _, e := range got.Baseline.Stale {
			stale = append(stale, e.Object)
		}
		for _, c := range got.Baseline.Worse {
			worse = append(worse, string(c.Was))
		}
		if l, s, w := objects(got.Findings), strings.Join(stale, ", "), strings.Join(worse, ", "); l != test.left || s != test.stale || w != test.worse {
			t.Errorf("%s: left %q, stale %q, worse %q", name, l, s, w)
		}
	}
}

// The number of a function literal changes when another one is written above it.
func TestFingerprintOfClosures(t *testing.T) {
	closures := func(names ...string) *report.Report {
		return shop(func(r *report.Report) {
			f := r.Findings[0]
			r.Findings = nil
			for i, name := range names {
				f.Object, f.Site.Line = name, 10*(i+1)
				r.Findings = append(r.Findings, f)
			}
		})
	}
	before := closures("cart.Run$1: session id")
	after := closures("cart.Run$2: session id")
	if before.Findings[0].Fingerprint != after.Findings[0].Fingerprint {
		t.Error("the fingerprint follows the number of a function literal")
	}
	b := report.NewBaseline(before, nil)
	if got := b.SetAside(closures("cart.Run$1: session id", "cart.Run$2: session id"), "base.json", true); len(got.Findings) != 1 || len(got.Suppressed) != 1 {
		t.Errorf("one more: %d new, %d known", len(got.Findings), len(got.Suppressed))
	}
	if got := closures("cart.Run$1: session id", "cart.Run$2: session id"); got.Findings[0].Fingerprint == got.Findings[1].Fingerprint {
		t.Error("two literals share a fingerprint")
	}
}

func TestBaselineKeepsReasons(t *testing.T) {
	b := report.NewBaseline(shop(nil), nil)
	if got := b.Findings[0].Object; got != "cart.Carts.byID" {
		t.Fatalf("the first entry is %s", got)
	}
	b.Findings[0].Reason = "carts move in March"
	moved := shop(func(r *report.Report) { r.Findings[0].Object = "basket.Carts.byID"; r.Findings[0].Package += "/basket" })
	again := report.NewBaseline(moved, b)
	var reasons []string
	for _, e := range again.Findings {
		reasons = append(reasons, e.Object+": "+e.Reason)
	}
	if got, want := strings.Join(reasons, "; "), "cart.drafts: ; basket.Carts.byID: carts move in March; tool cart_pay: "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := b.SetAside(moved, "base.json", true); got.Suppressed[0].Suppression.Reason != "carts move in March" {
		t.Errorf("suppressed %+v", got.Suppressed[0])
	}
}

func TestBaselineCheck(t *testing.T) {
	for want, change := range map[string]func(*report.Baseline){
		"":                             func(*report.Baseline) {},
		"version 2":                    func(b *report.Baseline) { b.Version = 2 },
		"entry 1 has no rule":          func(b *report.Baseline) { b.Findings[0].Rule = "" },
		"entry 2 (workflow) has no se": func(b *report.Baseline) { b.Findings[1].Severity = "" },
		"(idempotency) has no finger":  func(b *report.Baseline) { b.Findings[2].Fingerprint = "" },
	} {
		b := report.NewBaseline(shop(nil), nil)
		change(b)
		err := b.Check()
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func TestCompareWith(t *testing.T) {
	base := shop(nil)
	now := shop(func(r *report.Report) {
		r.Findings[0].Severity = report.Blocker // worse
		r.Findings[1].Object = "cart.undo"      // drafts are gone, undo is new
		r.Findings[2].Site.Line = 99
	})
	now.CompareWith(base, "main.json")
	c := now.Since
	if c.Rev != "main.json" || len(c.New) != 1 || len(c.Worse) != 1 || objects(c.Fixed) != "cart.drafts" || c.Known != 1 {
		t.Errorf("comparison %+v", c)
	}
	states := map[string]string{}
	for _, f := range now.Findings {
		states[f.Object] = c.State(&f)
	}
	if states["cart.undo"] != report.StateNew || states["cart.Carts.byID"] != report.StateWorse || states["tool cart_pay"] != report.StateUnchanged {
		t.Errorf("states %v", states)
	}
	if got := now.OnlyChanged(); objects(got.Findings) != "cart.Carts.byID, cart.undo" || got.Summary.Findings != 2 || len(now.Findings) != 3 {
		t.Errorf("only changed: %s", objects(got.Findings))
	}
	same := shop(nil)
	same.CompareWith(base, "main.json")
	if c := same.Since; len(c.New)+len(c.Worse)+len(c.Fixed) != 0 || c.Known != 3 {
		t.Errorf("comparison with itself: %+v", c)
	}
	if got := (&report.Since{}).State(&base.Findings[0]); got != "" {
		t.Errorf("without a base: %q", got)
	}
}
