package report

import (
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestRisk(t *testing.T) {
	tests := []struct {
		severity   Severity
		confidence Confidence
		exposure   string
		want       int
	}{
		{Blocker, Sure, HTTP, 100},
		{Blocker, Sure, SSE, 100},
		{Blocker, Likely, HTTP, 80},
		{High, Sure, HTTP, 70},
		{High, Likely, Stdio, 34},
		{Medium, Sure, Unknown, 34},
		{Medium, Sure, "carrier pigeon", 34},
		{Low, Possible, InProcess, 4},
		{Info, Possible, Stdio, 1},
	}
	for _, test := range tests {
		if got := Risk(test.severity, test.confidence, test.exposure); got != test.want {
			t.Errorf("Risk(%s, %s, %s) = %d, want %d", test.severity, test.confidence, test.exposure, got, test.want)
		}
	}
	for _, s := range severities {
		for _, c := range confidences {
			for _, e := range exposures {
				if got := Risk(s, c, e); got < 1 || got > 100 {
					t.Errorf("Risk(%s, %s, %s) = %d", s, c, e, got)
				}
			}
		}
	}
}

// docs/ranking.md promises exact numbers.
func TestRankingPage(t *testing.T) {
	page, err := os.ReadFile("../docs/ranking.md")
	if err != nil {
		t.Fatal(err)
	}
	number := func(cell string) int {
		n, err := strconv.Atoi(cell)
		if err != nil {
			t.Fatalf("%q is no number", cell)
		}
		return n
	}
	table := func(head string) map[string]int {
		_, rest, ok := strings.Cut(string(page), "\n| "+head+" |")
		if !ok {
			t.Fatalf("no table %q", head)
		}
		got := map[string]int{}
		for line := range strings.SplitSeq(rest, "\n") {
			cells := strings.Split(strings.Trim(line, "| "), " | ")
			if line == "" && len(got) > 0 {
				break
			}
			if strings.HasPrefix(line, "|--") || !strings.HasPrefix(line, "| ") || len(cells) < 2 {
				continue
			}
			got[cells[0]] = number(cells[1])
		}
		return got
	}
	words := func(m any) map[string]int {
		out := map[string]int{}
		for it := reflect.ValueOf(m).MapRange(); it.Next(); {
			out[it.Key().String()] = int(it.Value().Int())
		}
		return out
	}
	for _, test := range []struct {
		head string
		want map[string]int
	}{
		{"severity", words(severityPercent)},
		{"confidence", words(confidencePercent)},
		{"exposure", words(exposurePercent)},
		{"per further", map[string]int{"file": effortPerFile, "package": effortPerPackage, "tool": effortPerTool}},
	} {
		if got := table(test.head); !reflect.DeepEqual(got, test.want) {
			t.Errorf("table %q says %v, the code %v", test.head, got, test.want)
		}
	}
	for pattern, want := range map[string][]int{
		`ends at (\d+) percent`:         {effortCap},
		`further ones at (\d+) percent`: {effortSibling},
		`as (\d+) to (\d+)\s+hour`:      {int(defaultEffort.MinHours), int(defaultEffort.MaxHours)},
	} {
		m := regexp.MustCompile(pattern).FindStringSubmatch(string(page))
		if m == nil {
			t.Errorf("the page does not say %q", pattern)
			continue
		}
		for i, w := range want {
			if number(m[i+1]) != w {
				t.Errorf("the page says %q, the code %v", m[0], want)
			}
		}
	}
}

func TestTablesAreComplete(t *testing.T) {
	if len(severityPercent) != len(severities) || len(confidencePercent) != len(confidences) || len(exposurePercent) != len(exposures) {
		t.Error("a severity, confidence or exposure has no number")
	}
	if !slices.IsSortedFunc(severities, func(a, b Severity) int { return severityPercent[b] - severityPercent[a] }) {
		t.Error("severities are not sorted by weight")
	}
	if !slices.IsSortedFunc(exposures, func(a, b string) int { return exposurePercent[b] - exposurePercent[a] }) {
		t.Error("exposures are not sorted by weight")
	}
}

// testReport has a rule order that is not alphabetical.
func testReport(findings ...Finding) *Report {
	return &Report{
		Served: Served{
			Transports: []string{Stdio, HTTP},
			Programs: []Program{
				{Package: "m/cmd/local", Transports: []string{Stdio}},
				{Package: "m/cmd/both", Transports: []string{Stdio, SSE}},
			},
		},
		Rules: []Rule{
			{Name: "sessionmap", Step: StepState, Effort: Effort{3, 8}},
			{Name: "sessionid", Step: StepState, Effort: Effort{1, 10}},
			{Name: "ambient", Step: StepState},
			{Name: "transport", Step: StepTransport, Effort: Effort{1, 3}},
			{Name: "hints", Step: StepWrites},
			{Name: "idempotency", Step: StepWrites},
		},
		Findings: findings,
	}
}

func finding(rule string, s Severity, c Confidence, object, file string, line int) Finding {
	return Finding{Rule: rule, Severity: s, Confidence: c, Object: object, Package: "m/store", Title: rule + " title", Site: Site{file, line, 1}}
}

func TestRankMerges(t *testing.T) {
	id := finding("sessionid", High, Sure, "store.S.m", "tools.go", 7)
	id.Tools = []string{"read", "drop"}
	id.Path = []Frame{{"main.go", 1, "main.main", "registers"}, {"tools.go", 9, "tools.read", "calls ID"}}
	id.Clause = "explicit identifiers"
	lead := finding("sessionmap", High, Likely, "store.S.m", "store/s.go", 10)
	lead.Tools = []string{"write", "read"}
	lead.Related = []Related{{"store/s.go", 20, "deleted"}}
	lead.Path = []Frame{{"store/s.go", 12, "S.Put", "writes"}}
	again := finding("sessionmap", Medium, Sure, "store.S.m", "store/s.go", 12)
	elsewhere := finding("sessionmap", High, Sure, "store.S.m", "other/s.go", 1)
	elsewhere.Package = "m/other"
	anonymous := finding("ambient", Low, Sure, "", "a.go", 1)
	anonymous2 := finding("ambient", Low, Sure, "", "a.go", 2)

	r := testReport(id, anonymous, lead, elsewhere, again, anonymous2, anonymous)
	Rank(r)
	if len(r.Findings) != 4 {
		t.Fatalf("%d findings, want 4: one object, one of another package, two without an object", len(r.Findings))
	}
	i := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.Package == "m/store" && f.Object != "" })
	got := r.Findings[i]
	if got.Rule != "sessionmap" || got.Confidence != Likely || got.Site.Line != 10 {
		t.Errorf("lead is %s %s at line %d", got.Rule, got.Confidence, got.Site.Line)
	}
	if want := []string{"sessionid"}; !slices.Equal(got.Also, want) {
		t.Errorf("also = %v, want %v", got.Also, want)
	}
	if want := []string{"drop", "read", "write"}; !slices.Equal(got.Tools, want) {
		t.Errorf("tools = %v, want %v", got.Tools, want)
	}
	want := []Related{
		{"store/s.go", 20, "deleted"},
		{"tools.go", 9, "calls ID"},
		{"tools.go", 7, "sessionid: sessionid title"},
	}
	if !slices.Equal(got.Related, want) {
		t.Errorf("related = %v, want %v", got.Related, want)
	}
	if len(got.Path) != 1 || got.Clause != "explicit identifiers" {
		t.Errorf("path = %v, clause = %q", got.Path, got.Clause)
	}
	// Two files in two directories, three tools: 100 + 20 + 20 + 2*15 percent of the wider base of both rules.
	if want := (Effort{5, 17}); got.Effort != want {
		t.Errorf("effort = %v, want %v", got.Effort, want)
	}
}

// A guess must neither hide what was seen nor vanish in it.
func TestRankKeepsGravestGuess(t *testing.T) {
	seen := finding("ambient", Medium, Likely, "store.v", "a.go", 1)
	grave := finding("sessionmap", Blocker, Possible, "store.v", "a.go", 2)
	small := finding("sessionid", Low, Possible, "store.v", "a.go", 3)
	r := testReport(grave, small, seen)
	Rank(r)
	if len(r.Findings) != 2 {
		t.Fatalf("%d findings, want 2", len(r.Findings))
	}
	shown := r.Filtered(Info, Likely)
	if len(shown.Findings) != 1 || shown.Findings[0].Rule != "ambient" || !slices.Equal(shown.Findings[0].Also, []string{"sessionid"}) {
		t.Errorf("shown by default: %+v", shown.Findings)
	}
}

func TestRankKeepsToolsApart(t *testing.T) {
	a := finding("idempotency", High, Sure, "tool send", "a.go", 1)
	b := finding("idempotency", High, Sure, "tool send", "a.go", 5)
	c := finding("hints", High, Sure, "tool send", "a.go", 1)
	r := testReport(a, b, c)
	Rank(r)
	if len(r.Findings) != 2 || len(r.Findings[0].Also)+len(r.Findings[1].Also) != 0 {
		t.Errorf("findings of one tool: %+v", r.Findings)
	}
}

func TestRankExposure(t *testing.T) {
	for pkg, want := range map[string]string{"m/store": HTTP, "m/cmd/local": Stdio, "m/cmd/both": SSE} {
		f := finding("ambient", High, Sure, "x", "a.go", 1)
		f.Package = pkg
		r := testReport(f)
		Rank(r)
		if got := r.Findings[0].Exposure; got != want {
			t.Errorf("exposure in %s = %s, want %s", pkg, got, want)
		}
	}
	r := &Report{Findings: []Finding{finding("ambient", High, Sure, "x", "a.go", 1)}}
	Rank(r)
	if got := r.Findings[0].Exposure; got != Unknown {
		t.Errorf("exposure of a library = %s", got)
	}
	known := finding("ambient", High, Sure, "x", "a.go", 1)
	known.Exposure = Stdio
	r = testReport(known)
	Rank(r)
	if got := r.Findings[0].Exposure; got != Stdio {
		t.Errorf("exposure that a rule has set became %s", got)
	}
}

// Whatever the order in which findings arrive, the report is the same; and ranking it again changes nothing.
func TestRankIsDeterministic(t *testing.T) {
	rules := []string{"sessionmap", "sessionid", "ambient", "transport", "idempotency", "unlisted"}
	rnd := rand.New(rand.NewPCG(1, 2))
	var findings []Finding
	for range 300 {
		f := finding(rules[rnd.IntN(len(rules))], severities[rnd.IntN(5)], confidences[rnd.IntN(3)],
			[]string{"", "a", "b", "c", "tool x", "tool y"}[rnd.IntN(6)], []string{"a.go", "b/b.go"}[rnd.IntN(2)], rnd.IntN(4))
		f.Package = []string{"m/a", "m/b", ""}[rnd.IntN(3)]
		f.Tools = []string{"t" + strconv.Itoa(rnd.IntN(9))}
		f.Path = []Frame{{"c.go", rnd.IntN(9), "f", "writes"}}
		findings = append(findings, f)
	}
	var first *Report
	for range 20 {
		rnd.Shuffle(len(findings), func(i, j int) { findings[i], findings[j] = findings[j], findings[i] })
		r := testReport(slices.Clone(findings)...)
		Rank(r)
		if first == nil {
			first = r
		}
		if !reflect.DeepEqual(r, first) {
			t.Fatal("the order of the findings changes the report")
		}
	}
	again := *first
	again.Findings = slices.Clone(first.Findings)
	Rank(&again)
	if !reflect.DeepEqual(&again, first) {
		t.Error("ranking a ranked report changes it")
	}
	if !slices.IsSortedFunc(first.Findings, func(a, b Finding) int { return b.Risk - a.Risk }) {
		t.Error("findings are not sorted by risk")
	}
	prints := map[string]bool{}
	for _, f := range first.Findings {
		if prints[f.Fingerprint] {
			t.Errorf("two findings have fingerprint %s", f.Fingerprint)
		}
		prints[f.Fingerprint] = true
	}
}

func TestFingerprintSurvivesMoves(t *testing.T) {
	a := testReport(finding("sessionmap", High, Sure, "store.S.m", "store/s.go", 10))
	b := testReport(finding("sessionmap", Blocker, Likely, "store.S.m", "store/renamed.go", 99))
	c := testReport(finding("sessionmap", High, Sure, "store.S.n", "store/s.go", 10))
	Rank(a)
	Rank(b)
	Rank(c)
	if a.Findings[0].Fingerprint != b.Findings[0].Fingerprint {
		t.Error("moving the code changes the fingerprint")
	}
	if a.Findings[0].Fingerprint == c.Findings[0].Fingerprint {
		t.Error("two objects have one fingerprint")
	}
	if Fingerprint("a", "b", "c", "d") == Fingerprint("a", "b", "cd", "") {
		t.Error("parts of a fingerprint run into one another")
	}
}

func TestEffort(t *testing.T) {
	base := Effort{2, 5}
	for _, test := range []struct {
		files, packages, tools int
		want                   Effort
	}{
		{1, 1, 1, Effort{2, 5}},
		{0, 0, 0, Effort{2, 5}},
		{3, 1, 1, Effort{3, 7}},
		{2, 2, 3, Effort{3.5, 8.5}},
		{90, 9, 90, Effort{5, 12.5}},
	} {
		if got := base.scaled(test.files, test.packages, test.tools); got != test.want {
			t.Errorf("scaled(%d, %d, %d) = %v, want %v", test.files, test.packages, test.tools, got, test.want)
		}
	}
	for e, want := range map[Effort]string{
		{}: "none", {1, 1}: "1 hour", {0.5, 1}: "0.5 to 1 hour", {2, 2}: "2 hours", {2, 6.5}: "2 to 6.5 hours", {9.5, 40.5}: "9.5 to 41 hours",
	} {
		if got := e.String(); got != want {
			t.Errorf("%v is written %q, want %q", [2]float64{e.MinHours, e.MaxHours}, got, want)
		}
	}
}

// The fields of one type move in one rewrite: the riskiest carries it, the others cost half.
func TestEffortOfSiblings(t *testing.T) {
	field := func(rule string, s Severity, object string, line int) Finding {
		return finding(rule, s, Sure, object, "store/s.go", line)
	}
	elsewhere := field("sessionmap", Medium, "store.S.m", 6)
	elsewhere.Package = "m/other"
	guess := field("sessionmap", Blocker, "store.Guessed.a", 8)
	guess.Confidence = Possible
	r := testReport(
		field("sessionmap", High, "store.S.m", 1),
		field("sessionmap", Blocker, "store.S.n", 2), // carries the rewrite
		field("sessionid", High, "store.S.id", 3),    // another rewrite
		field("sessionmap", High, "store.T.m", 4),    // another type
		field("sessionmap", High, "store.cache", 5),  // a variable
		elsewhere, guess,
		field("sessionmap", Medium, "store.Guessed.b", 9), // a guess carries nothing
		field("sessionmap", Info, "store.S.harmless", 10),
	)
	Rank(r)
	whole, half := Effort{3, 8}, Effort{1.5, 4}
	want := map[string]Effort{
		"m/store store.S.n": whole, "m/store store.S.m": half, "m/store store.S.id": {1, 10}, "m/store store.T.m": whole,
		"m/store store.cache": whole, "m/other store.S.m": whole, "m/store store.Guessed.a": half, "m/store store.Guessed.b": whole,
		"m/store store.S.harmless": {},
	}
	var sum Effort
	for i := range r.Findings {
		f := &r.Findings[i]
		name := f.Package + " " + f.Object
		if f.Effort != want[name] {
			t.Errorf("%s: %v, want %v", name, f.Effort, want[name])
		}
		carrier := map[string]string{"m/store store.S.m": "store.S.n", "m/store store.Guessed.a": "store.Guessed.b"}[name]
		if got := r.Carrier(f); got != carrier {
			t.Errorf("%s is rewritten with %q, want %q", name, got, carrier)
		}
		sum = sum.Add(f.Effort)
	}
	if r.Summary.Effort != sum {
		t.Errorf("sum %v, want %v", r.Summary.Effort, sum)
	}
	again := *r
	again.Findings = slices.Clone(r.Findings)
	Rank(&again)
	if !reflect.DeepEqual(again.Findings, r.Findings) {
		t.Error("ranking again changes the efforts")
	}
}
