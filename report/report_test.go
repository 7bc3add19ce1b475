package report

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	if s, err := ParseSeverity("High"); s != High || err != nil {
		t.Errorf("ParseSeverity(High) = %q, %v", s, err)
	}
	for _, test := range []struct {
		err  error
		want string
	}{
		{second(ParseSeverity("none")), `unknown severity "none": use blocker, high, medium, low or info`},
		{second(ParseThreshold("never")), `unknown threshold "never": use blocker, high, medium, low, info or none`},
		{second(ParseConfidence("")), `unknown confidence "": use sure, likely or possible`},
	} {
		if test.err == nil || test.err.Error() != test.want {
			t.Errorf("error %v, want %s", test.err, test.want)
		}
	}
	if s, err := ParseThreshold("none"); s != Never || err != nil {
		t.Errorf("ParseThreshold(none) = %q, %v", s, err)
	}
	var f Finding
	if err := json.Unmarshal([]byte(`{"severity": "none"}`), &f); err == nil {
		t.Error("a finding of severity none was read")
	}
	if err := json.Unmarshal([]byte(`{"confidence": "100%"}`), &f); err == nil {
		t.Error("a finding of confidence 100% was read")
	}
}

func second[T any](_ T, err error) error { return err }

func TestAtLeast(t *testing.T) {
	for i, a := range severities {
		for j, b := range severities {
			if got := a.AtLeast(b); got != (i <= j) {
				t.Errorf("%s.AtLeast(%s) = %t", a, b, got)
			}
		}
		if a.AtLeast(Never) || Never.AtLeast(a) {
			t.Errorf("%s compares with none", a)
		}
	}
	if !Sure.AtLeast(Likely) || Possible.AtLeast(Likely) || !Likely.AtLeast(Likely) {
		t.Error("confidences are out of order")
	}
}

func TestExitCode(t *testing.T) {
	high := []Finding{{Severity: High, Confidence: Sure}}
	problem := []Problem{{Message: "no source"}}
	for _, test := range []struct {
		name     string
		findings []Finding
		problems []Problem
		failOn   Severity
		want     int
	}{
		{"clean", nil, nil, High, ExitClean},
		{"at the threshold", high, nil, High, ExitFindings},
		{"above the threshold", high, nil, Info, ExitFindings},
		{"below the threshold", high, nil, Blocker, ExitClean},
		{"never", high, nil, Never, ExitClean},
		{"incomplete", nil, problem, High, ExitIncomplete},
		{"findings win", high, problem, High, ExitFindings},
		{"incomplete, findings below", high, problem, Blocker, ExitIncomplete},
		{"never, but incomplete", high, problem, Never, ExitIncomplete},
	} {
		r := &Report{Findings: test.findings, Problems: test.problems}
		if got := r.ExitCode(test.failOn); got != test.want {
			t.Errorf("%s: exit code %d, want %d", test.name, got, test.want)
		}
	}
}

func TestFiltered(t *testing.T) {
	r := testReport(
		finding("sessionmap", High, Sure, "a", "a.go", 1),
		finding("sessionmap", Info, Sure, "b", "a.go", 2),
		finding("sessionmap", Low, Possible, "c", "a.go", 3),
		finding("sessionmap", Info, Possible, "d", "a.go", 4),
	)
	Rank(r)
	got := r.Filtered(Low, Likely)
	if len(got.Findings) != 1 || got.Findings[0].Object != "a" {
		t.Errorf("findings = %+v", got.Findings)
	}
	if want := (Filter{Low, Likely, 1, 2}); got.Filter != want {
		t.Errorf("filter = %+v, want %+v", got.Filter, want)
	}
	if got.Summary.Findings != 1 || got.Summary.BySeverity != (Counts{High: 1}) || len(got.Plan) != 1 {
		t.Errorf("summary = %+v, plan = %+v", got.Summary, got.Plan)
	}
	if len(r.Findings) != 4 || r.Summary.Findings != 4 || r.Filter != (Filter{Info, Possible, 0, 0}) {
		t.Error("filtering changed the report itself")
	}
	if twice := r.Filtered(Info, Likely).Filtered(Low, Likely); twice.Filter != got.Filter {
		t.Errorf("filtered twice: %+v", twice.Filter)
	}
}

func TestPlan(t *testing.T) {
	r := testReport(
		finding("transport", Blocker, Sure, "h", "a.go", 1),
		finding("sessionmap", High, Sure, "m", "a.go", 2),
		finding("unlisted", Low, Sure, "u", "a.go", 3),
		finding("ambient", Info, Sure, "i", "a.go", 4),
	)
	Rank(r)
	var order []string
	for _, s := range r.Plan {
		order = append(order, s.Step)
		if len(s.Findings) != 1 || s.Title == "" || s.Effort.IsZero() {
			t.Errorf("step %+v", s)
		}
	}
	if want := []string{StepState, StepTransport, StepOther}; !slices.Equal(order, want) {
		t.Errorf("steps %v, want %v: state first, transport second", order, want)
	}
	if want := (Effort{1 + 3 + 1, 3 + 8 + 4}); r.Summary.Effort != want {
		t.Errorf("effort %v, want %v", r.Summary.Effort, want)
	}
}

func TestRankOrdersProblems(t *testing.T) {
	r := &Report{
		Problems: []Problem{{File: "b.go", Line: 1}, {File: "a.go", Line: 9}, {File: "b.go", Line: 1}, {File: "a.go", Line: 2}},
		Coverage: []Gap{{What: "z"}, {What: "a"}, {What: "z"}},
	}
	Rank(r)
	if want := []Problem{{File: "a.go", Line: 2}, {File: "a.go", Line: 9}, {File: "b.go", Line: 1}}; !slices.Equal(r.Problems, want) {
		t.Errorf("problems = %v", r.Problems)
	}
	if want := []Gap{{What: "z"}, {What: "a"}}; !slices.Equal(r.Coverage, want) {
		t.Errorf("coverage = %v", r.Coverage)
	}
}

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"plain ASCII":                "plain ASCII",
		"工具 → läuft":                 "工具 → läuft",
		"a\tb\nc\r\nd":               "a b c  d",
		"no\u00a0break\u3000wide":    "no break wide",
		"\x1b[31mred\x1b[0m":         `\x1b[31mred\x1b[0m`,
		"\x1b]0;title\x07":           `\x1b]0;title\x07`,
		"\u009b31m":                  `\u009b31m`,
		"\u0085":                     `\u0085`,
		"\u202egpj.exe\u2066":        `\u202egpj.exe\u2066`,
		"zero\u200bwidth\ufeff":      `zero\u200bwidth\ufeff`,
		"bad \xff\xc0 bytes":         `bad \xff\xc0 bytes`,
		"line\u2028separator":        `line\u2028separator`,
		"private \ue000 \U000f0000":  `private \ue000 \U000f0000`,
		"tag \U000e0041":             `tag \U000e0041`,
		"e\u0301 is one":             "e\u0301 is one",
		"\ufffd is honest":           "\ufffd is honest",
		"del \x7f null \x00 bell \a": `del \x7f null \x00 bell \x07`,
	} {
		if got := Printable(in); got != want {
			t.Errorf("Printable(%q) = %q, want %q", in, got, want)
		}
	}
	if got := Printable("a" + strings.Repeat("\u0301", 6)); got != "a"+strings.Repeat("\u0301", 4)+`\u0301\u0301` {
		t.Errorf("stacked marks: %q", got)
	}
}

func FuzzPrintable(f *testing.F) {
	f.Add("plain")
	f.Add("\x1b[2J\u202e\xff\u0301\u0301\u0301\u0301\u0301")
	f.Fuzz(func(t *testing.T, s string) {
		got := Printable(s)
		if again := Printable(got); again != got {
			t.Errorf("Printable is not stable: %q, %q", got, again)
		}
		if strings.ContainsFunc(got, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }) {
			t.Errorf("control character in %q", got)
		}
	})
}

func TestCheck(t *testing.T) {
	good := Finding{Rule: "r", Severity: High, Confidence: Sure}
	if err := (&Report{Findings: []Finding{good}}).Check(); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(*Finding){
		"no rule":       func(f *Finding) { f.Rule = "" },
		"no severity":   func(f *Finding) { f.Severity = "" },
		"no confidence": func(f *Finding) { f.Confidence = "" },
		"risk 101":      func(f *Finding) { f.Risk = 101 },
	} {
		bad := good
		change(&bad)
		if err := (&Report{Findings: []Finding{good, bad}}).Check(); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "finding 2") {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
