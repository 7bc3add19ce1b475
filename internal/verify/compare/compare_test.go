package compare_test

import (
	"fmt"
	"testing"

	"github.com/mcpaudit/mcpaudit/internal/verify/client"
	"github.com/mcpaudit/mcpaudit/internal/verify/compare"
	"github.com/mcpaudit/mcpaudit/internal/verify/scenario"
)

func answer(doc map[string]any) *client.Answer { return &client.Answer{Kind: client.Result, Doc: doc} }

func text(s string) *client.Answer { return answer(map[string]any{"text": s}) }

func normal(a *client.Answer, names map[string]string, volatile ...scenario.Path) compare.Normal {
	return compare.Normalize(a, names, volatile)
}

// What differs between any two runs does not count.
func TestSame(t *testing.T) {
	for _, pair := range [][2]string{
		{"at 2026-08-01T08:00:00Z", "at 2027-01-02T03:04:05.678+02:00"},
		{"note-20260801-080000-title", "note-20270102-030405-title"},
		{"id 6ba7b810-9dad-11d1-80b4-00c04fd430c8", "id 00000000-0000-4000-8000-000000000000"},
		{"token 0123456789abcdef0123", "token ffffffffffffffffffff"},
		{"handle ABCDEFGHIJKLMNOPQRSTUVWXYZ", "handle ZYXWVUTSRQPONMLKJIHGFEDCBA"},
		{"on 127.0.0.1:4711", "on 127.0.0.1:4712"},
		{"took 12ms", "took 7.5ms"},
		{"made 1785571200", "made 1785571999"},
		{"box dGhpcyBpcyBhIHNlYWxlZCB0ZXh0IDE", "box QW5vdGhlciBvbmUgb2YgdGhlIHNhbWU0"},
	} {
		if d := compare.Diff(normal(text(pair[0]), nil), normal(text(pair[1]), nil)); len(d) > 0 {
			t.Errorf("%q and %q: %v", pair[0], pair[1], d)
		}
	}
}

// What says something else counts.
func TestDifferent(t *testing.T) {
	for _, pair := range [][2]string{
		{"2 notes", "1 note"}, {"draft-1", "draft-2"}, {"Project: billing", "Project: hiring"},
		{"the-very-long-name-of-a-project", "the-very-long-name-of-another-one"}, {"", "x"},
	} {
		if d := compare.Diff(normal(text(pair[0]), nil), normal(text(pair[1]), nil)); len(d) != 1 || d[0].Path != "$.text" {
			t.Errorf("%q and %q: %v", pair[0], pair[1], d)
		}
	}
	refused := &client.Answer{Kind: client.ToolError, Doc: map[string]any{"text": "no draft"}}
	d := compare.Diff(normal(text("published"), nil), normal(refused, nil))
	if len(d) != 1 || d[0].Path != "$" || d[0].Want != "result: published" || d[0].Got != "tool error: no draft" {
		t.Errorf("kinds: %v", d)
	}
}

func TestHandles(t *testing.T) {
	one := normal(text("draft draft-17 of ab"), map[string]string{"draft-17": "draft", "ab": "short"})
	two := normal(text("draft draft-94 of ab"), map[string]string{"draft-94": "draft"})
	if d := compare.Diff(one, two); len(d) > 0 {
		t.Errorf("handles inside of a text: %v", d)
	}
	one = normal(answer(map[string]any{"structured": map[string]any{"id": "7x"}}), map[string]string{"7x": "id"})
	two = normal(answer(map[string]any{"structured": map[string]any{"id": "8x"}}), map[string]string{"8x": "id"})
	if d := compare.Diff(one, two); len(d) > 0 {
		t.Errorf("a short handle by itself: %v", d)
	}
	// The second invoice is not the one that was captured.
	two = normal(answer(map[string]any{"structured": map[string]any{"id": "9x"}}), map[string]string{"8x": "id"})
	if d := compare.Diff(one, two); len(d) != 1 || d[0].Want != `"<id>"` || d[0].Got != `"9x"` {
		t.Errorf("another handle: %v", d)
	}
}

func tree(n int, took float64, list ...any) *client.Answer {
	return answer(map[string]any{
		"text":       `{"n": 1}`,
		"structured": map[string]any{"n": float64(n), "took": took, "list": list, "odd key": "v"},
		"content":    []any{map[string]any{"type": "text", "text": `{"n": 1}`}},
	})
}

func TestTrees(t *testing.T) {
	a := normal(tree(1, 3, "a", "b"), nil, "$.structured.took", "$.structured['odd key']")
	for name, test := range map[string]struct {
		other *client.Answer
		want  string
	}{
		"same":          {tree(1, 9, "a", "b"), "[]"},
		"another value": {tree(2, 9, "a", "b"), "[{$.structured.n 1 2}]"},
		"more":          {tree(1, 9, "a", "b", "c"), `[{$.structured.list[2]  "c"}]`},
		"fewer":         {tree(1, 9, "a"), `[{$.structured.list[1] "b" }]`},
		"order":         {tree(1, 9, "b", "a"), `[{$.structured.list[0] "a" "b"} {$.structured.list[1] "b" "a"}]`},
	} {
		b := normal(test.other, nil, "$.structured.took", "$.structured['odd key']")
		if got := fmt.Sprint(compare.Diff(a, b)); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

func TestVolatileLists(t *testing.T) {
	a := normal(answer(map[string]any{"structured": []any{map[string]any{"n": 1.0, "at": "x"}, map[string]any{"n": 2.0, "at": "y"}}}), nil, "$.structured[*].at")
	b := normal(answer(map[string]any{"structured": []any{map[string]any{"n": 1.0, "at": "p"}, map[string]any{"n": 3.0, "at": "q"}}}), nil, "$.structured[*].at")
	if got := fmt.Sprint(compare.Diff(a, b)); got != "[{$.structured[1].n 2 3}]" {
		t.Error(got)
	}
}

// What differed by itself is not compared, and everything beside it is.
func TestNoise(t *testing.T) {
	doc := func(mood, name string, extra bool, list ...any) compare.Normal {
		m := map[string]any{"text": "mood " + mood + " of " + name, "list": list}
		if extra {
			m["extra"] = true
		}
		return normal(answer(m), nil)
	}
	noise := compare.Learn(doc("good", "ann", false, "a"), doc("bad", "ann", true, "a", "b"))
	want := noise.Remove(doc("good", "ann", false, "a"))
	if d := compare.Diff(want, noise.Remove(doc("fair", "ann", true, "c"))); len(d) > 0 {
		t.Errorf("noise: %v", d)
	}
	if d := compare.Diff(want, noise.Remove(doc("fair", "bob", true, "c"))); len(d) != 1 || d[0].Path != "$.text" {
		t.Errorf("a word beside the noise: %v", d)
	}
	before := doc("good", "ann", false, "a")
	noise.Remove(before)
	if d := compare.Diff(before, doc("good", "ann", false, "a")); len(d) > 0 {
		t.Errorf("the answer itself was changed: %v", d)
	}
}

func TestLimit(t *testing.T) {
	var a, b []any
	for i := range 50 {
		a, b = append(a, float64(i)), append(b, float64(i+1))
	}
	if d := compare.Diff(normal(answer(map[string]any{"l": a}), nil), normal(answer(map[string]any{"l": b}), nil)); len(d) != compare.MaxDifferences {
		t.Errorf("%d differences", len(d))
	}
}
