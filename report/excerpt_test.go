package report_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/report"
)

func TestExcerpt(t *testing.T) {
	files := map[string]string{
		"cart/cart.go": "1\r\n2\n3\n4\n5\n6\n7\n8\n9\n10 " + strings.Repeat("é", 200) + "\n11\n",
		"pay/pay.go":   "not utf-8: \xff",
		"app.yaml":     "password: 1234\n",
	}
	r := shop(func(r *report.Report) {
		r.Findings[0].Path = []report.Frame{{File: "cart/cart.go", Line: 2}}
		r.Findings[0].Related = []report.Related{{File: "app.yaml", Line: 1}, {File: "cart/cart.go", Line: 99}, {File: "cart/cart.go", Line: 0}}
	})
	r.Excerpt(1, func(file string) ([]byte, error) {
		if s, ok := files[file]; ok {
			return []byte(s), nil
		}
		return nil, errors.New("no such file")
	})
	want := []report.Excerpt{
		{File: "cart/cart.go", Line: 1, Lines: []string{"1", "2", "3"}},
		{File: "cart/cart.go", Line: 9, Lines: []string{"9", "10 " + strings.Repeat("é", 118) + "…", "11"}},
	}
	if !reflect.DeepEqual(r.Excerpts, want) {
		t.Errorf("excerpts %+v", r.Excerpts)
	}
	if first, lines := r.Around("cart/cart.go", 9, 1); first != 9 || len(lines) != 2 {
		t.Errorf("around 9: %d %q", first, lines)
	}
	if first, lines := r.Around("cart/cart.go", 2, 5); first != 1 || len(lines) != 3 {
		t.Errorf("around 2: %d %q", first, lines)
	}
	for _, where := range []struct {
		file string
		line int
	}{{"cart/cart.go", 5}, {"pay/pay.go", 7}, {"app.yaml", 1}, {"", 0}} {
		if _, lines := r.Around(where.file, where.line, 3); lines != nil {
			t.Errorf("around %v: %q", where, lines)
		}
	}
}

func TestExcerptIsBounded(t *testing.T) {
	line := strings.Repeat("x", 200) + "\n"
	r := shop(func(r *report.Report) {
		r.Findings[0].Path = nil
		for i := range 20000 {
			r.Findings[0].Related = append(r.Findings[0].Related, report.Related{File: "cart/drafts.go", Line: i + 1})
		}
	})
	r.Excerpt(3, func(string) ([]byte, error) { return []byte(strings.Repeat(line, 20000)), nil })
	size := 0
	for _, e := range r.Excerpts {
		for _, l := range e.Lines {
			size += len(l)
		}
	}
	if size == 0 || size > report.MaxExcerpts {
		t.Errorf("%d bytes", size)
	}
	if _, lines := r.Around("cart/cart.go", 10, 0); lines == nil {
		t.Error("the site of the most risky finding is not there")
	}
}

func diff(r *report.Report, f report.Fix) string {
	var b strings.Builder
	for _, l := range r.Diff(f) {
		b.WriteByte(l.Op)
		b.WriteString(l.Text)
		b.WriteByte('\n')
	}
	return b.String()
}

func TestDiff(t *testing.T) {
	r := &report.Report{Excerpts: []report.Excerpt{{File: "a.go", Line: 3, Lines: []string{"func f() {", "\tserve(opts{Stateless: false})", "\treturn", "}"}}}}
	word := report.Edit{File: "a.go", Line: 4, Column: 24, EndLine: 4, EndColumn: 29, Old: "false", New: "true"}
	for name, test := range map[string]struct {
		edits []report.Edit
		want  string
	}{
		"a word in a line": {[]report.Edit{word}, "@a.go\n func f() {\n-\tserve(opts{Stateless: false})\n+\tserve(opts{Stateless: true})\n"},
		"two in one line": {
			[]report.Edit{word, {File: "a.go", Line: 4, Column: 2, EndLine: 4, EndColumn: 7, Old: "serve", New: "run"}},
			"@a.go\n func f() {\n-\tserve(opts{Stateless: false})\n+\trun(opts{Stateless: true})\n",
		},
		"an inserted line": {
			[]report.Edit{{File: "a.go", Line: 5, Column: 1, EndLine: 5, EndColumn: 1, New: "\tclose()\n"}},
			"@a.go\n \tserve(opts{Stateless: false})\n+\tclose()\n \treturn\n",
		},
		"not the text that it expects": {
			[]report.Edit{{File: "a.go", Line: 5, Column: 2, EndLine: 5, EndColumn: 8, Old: "RETURN", New: "panic(1)"}},
			"@a.go\n-RETURN\n+panic(1)\n",
		},
		"no excerpt": {[]report.Edit{{File: "b.go", Line: 1, Column: 1, EndLine: 1, EndColumn: 2, Old: "x", New: "y"}}, "@b.go\n-x\n+y\n"},
		"a column that does not exist": {
			[]report.Edit{{File: "a.go", Line: 6, Column: 900, EndLine: 6, EndColumn: 901, Old: "x", New: "y"}}, "@a.go\n-x\n+y\n",
		},
	} {
		if got := diff(r, report.Fix{Edits: test.edits}); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, test.want)
		}
	}
}

func TestNewEdit(t *testing.T) {
	src := "package a\n\nvar x = f(false)\n"
	at := strings.Index(src, "false")
	got := report.NewEdit("a.go", []byte(src), at, at+5, "true")
	if want := (report.Edit{File: "a.go", Line: 3, Column: 11, EndLine: 3, EndColumn: 16, Old: "false", New: "true"}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	r := &report.Report{Excerpts: []report.Excerpt{{File: "a.go", Line: 1, Lines: strings.Split(src, "\n")}}}
	if got, want := diff(r, report.Fix{Edits: []report.Edit{got}}), "@a.go\n \n-var x = f(false)\n+var x = f(true)\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := report.NewEdit("a.go", []byte(src), 0, 0, "// Package a.\n"); got.Line != 1 || got.Column != 1 || got.EndColumn != 1 {
		t.Errorf("%+v", got)
	}
}

func TestStateMap(t *testing.T) {
	r := shop(func(r *report.Report) {
		r.Findings = append(r.Findings,
			report.Finding{Rule: "statefultransport", Severity: report.Blocker, Confidence: report.Sure, Object: "main.run: NewServer", Site: report.Site{File: "main.go", Line: 1}},
			report.Finding{Rule: "affinity", Severity: report.High, Confidence: report.Sure, Object: "Service/shop", Site: report.Site{File: "deploy/app.yaml", Line: 1}},
			report.Finding{Rule: "workflow", Severity: report.Low, Confidence: report.Sure, Package: "example.com/shop/log", Object: "example.com/shop/log.lines", Site: report.Site{File: "log/log.go", Line: 1}},
			report.Finding{Rule: "hints", Severity: report.Low, Confidence: report.Sure, Object: "annotations of tool look", Site: report.Site{File: "main.go", Line: 2}},
		)
	})
	m := r.StateMap()
	var memory, tools []string
	for _, x := range m.Memory {
		s := x.Name
		for _, i := range x.Tools {
			s += " <- " + m.Tools[i].Name
		}
		memory = append(memory, s)
	}
	for _, x := range m.Tools {
		s := x.Name
		for _, i := range x.Findings {
			s += " " + r.Findings[i].Rule
		}
		tools = append(tools, s)
	}
	if got, want := strings.Join(memory, "; "), "cart.Carts.byID <- cart_add <- cart_pay; cart.drafts <- draft_new; log.lines"; got != want {
		t.Errorf("memory %s\nwant   %s", got, want)
	}
	if got, want := strings.Join(tools, "; "), "cart_add; cart_pay idempotency; draft_new; look hints"; got != want {
		t.Errorf("tools %s\nwant  %s", got, want)
	}
	if m.Shared() != 1 {
		t.Errorf("shared: %d", m.Shared())
	}
}
