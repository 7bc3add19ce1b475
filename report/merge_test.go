package report_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/report"
)

func merge(t *testing.T, reports ...*report.Report) *report.Report {
	t.Helper()
	r, err := report.Merge(reports)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestMergeShards(t *testing.T) {
	whole := shop(nil)
	a := shop(func(r *report.Report) {
		r.Findings = r.Findings[:2]
		r.Problems = []report.Problem{{Kind: "type", File: "x.go"}}
	})
	b := shop(func(r *report.Report) {
		r.Findings = r.Findings[1:]
		r.Problems = []report.Problem{{Kind: "type", File: "x.go"}}
		r.Served.Tools = []string{"cart_pay"}
	})
	got := merge(t, a, b)
	if !reflect.DeepEqual(got.Findings, whole.Findings) {
		t.Errorf("findings\n%+v\nwant\n%+v", got.Findings, whole.Findings)
	}
	if len(got.Problems) != 1 || got.Summary != whole.Summary || !slices.Equal(got.Served.Tools, []string{"cart_pay"}) || got.Module != whole.Module {
		t.Errorf("merged: %+v", got)
	}
	if backwards := merge(t, b, a); !reflect.DeepEqual(backwards, got) {
		t.Errorf("the order of the parts matters:\n%+v\n%+v", backwards, got)
	}
	if once := merge(t, whole); !reflect.DeepEqual(once.Findings, whole.Findings) || once.Summary != whole.Summary {
		t.Errorf("one part: %+v", once)
	}
}

func TestMergeJoinsTools(t *testing.T) {
	a := shop(func(r *report.Report) { r.Findings = r.Findings[:1] })
	b := shop(func(r *report.Report) {
		r.Findings = r.Findings[:1]
		r.Findings[0].Tools = []string{"cart_show"}
		r.Findings[0].Severity = report.Blocker
	})
	got := merge(t, a, b)
	if len(got.Findings) != 1 || got.Findings[0].Severity != report.Blocker || strings.Join(got.Findings[0].Tools, " ") != "cart_add cart_pay cart_show" {
		t.Errorf("findings %+v", got.Findings)
	}
}

func TestMergeModules(t *testing.T) {
	a := shop(func(r *report.Report) {
		r.Module.Path, r.Module.Dir, r.Module.Go = "example.com/mono/shop", "services/shop", "1.25"
		r.Excerpts = []report.Excerpt{{File: "cart/cart.go", Line: 1, Lines: []string{"package cart"}}}
	})
	b := shop(func(r *report.Report) {
		r.Module.Path, r.Module.Dir, r.Module.Go = "example.com/mono/bank", "services/bank", "1.26.1"
		r.Findings = r.Findings[2:]
		r.Findings[0].Package = "example.com/mono/bank/pay"
	})
	got := merge(t, a, b)
	if got.Module != (report.Module{Path: "example.com/mono", Dir: ".", Go: "1.26.1"}) {
		t.Errorf("module %+v", got.Module)
	}
	var files []string
	for _, f := range got.Findings {
		files = append(files, f.Site.File)
	}
	slices.Sort(files)
	want := "services/bank/pay/pay.go services/shop/cart/cart.go services/shop/cart/drafts.go services/shop/pay/pay.go"
	if strings.Join(files, " ") != want {
		t.Errorf("files %v", files)
	}
	if got.Excerpts[0].File != "services/shop/cart/cart.go" || a.Findings[0].Site.File == got.Findings[0].Site.File {
		t.Error("excerpts do not follow, or a part was changed")
	}
}

func TestMergeExcerptsAndFilter(t *testing.T) {
	a := shop(func(r *report.Report) {
		r.Excerpts = []report.Excerpt{{File: "cart/cart.go", Line: 1, Lines: []string{"a", "b", "c"}}}
	})
	b := shop(func(r *report.Report) {
		r.Excerpts = []report.Excerpt{{File: "cart/cart.go", Line: 2, Lines: []string{"b", "c", "d"}}, {File: "cart/cart.go", Line: 9, Lines: []string{"x"}}}
	}).Filtered(report.High, report.Sure)
	got := merge(t, a, b)
	want := []report.Excerpt{{File: "cart/cart.go", Line: 1, Lines: []string{"a", "b", "c", "d"}}, {File: "cart/cart.go", Line: 9, Lines: []string{"x"}}}
	if !reflect.DeepEqual(got.Excerpts, want) {
		t.Errorf("excerpts %+v", got.Excerpts)
	}
	if got.Filter.MinSeverity != report.High || len(got.Findings) != 2 || got.Filter.HiddenBySeverity == 0 {
		t.Errorf("filter %+v, %d findings", got.Filter, len(got.Findings))
	}
	if _, err := report.Merge(nil); err == nil {
		t.Error("nothing merged to something")
	}
}
