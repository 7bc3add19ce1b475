package text

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/report"
)

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		in    string
		limit int
		want  []string
	}{
		{"", 10, nil},
		{"   ", 10, nil},
		{"one two  three", 7, []string{"one two", "three"}},
		{"exactly ten", 11, []string{"exactly ten"}},
		{"internal/store/sessions.go:42", 20, []string{"internal/store/", "sessions.go:42"}},
		{"github.com/a/b.Type.field", 18, []string{"github.com/a/", "b.Type.field"}},
		{"a.verylongname_with_words", 16, []string{"a.verylongname_", "with_words"}},
		{"/abcdefghijkl", 6, []string{"/abcde", "fghijk", "l"}},
		{"x abcdefgh", 4, []string{"x", "abcd", "efgh"}},
		{"工具工具工具", 5, []string{"工具", "工具", "工具"}},
		{"工具", 0, []string{"工", "具"}},
		{"e\u0301e\u0301e\u0301", 2, []string{"e\u0301e\u0301", "e\u0301"}},
	} {
		if got := wrap(test.in, test.limit); !slices.Equal(got, test.want) {
			t.Errorf("wrap(%q, %d) = %q, want %q", test.in, test.limit, got, test.want)
		}
	}
}

func FuzzWrap(f *testing.F) {
	f.Add("one two three/four.five", 7)
	f.Add("工具 🚀 e\u0301", 3)
	f.Fuzz(func(t *testing.T, s string, limit int) {
		limit = 2 + int(uint(limit)%100)
		s = report.Printable(s)
		lines := wrap(s, limit)
		for _, line := range lines {
			if w := width(line); w > limit && len(strings.Fields(line)) > 0 {
				t.Errorf("wrap(%q, %d): %q has %d columns", s, limit, line, w)
			}
		}
		if got, want := strings.Join(strings.Fields(strings.Join(lines, "")), ""), strings.Join(strings.Fields(s), ""); got != want {
			t.Errorf("wrap(%q, %d) loses text: %q", s, limit, lines)
		}
	})
}

func TestColumns(t *testing.T) {
	rows := [][]string{{"a", "step", "findings"}, {"1", "Move state out of the process", "1, 2"}}
	if got, want := columns(rows, 100), []int{1, 29, 8}; !slices.Equal(got, want) {
		t.Errorf("widths %v, want %v", got, want)
	}
	if got, want := columns(rows, 30), []int{1, 17, 8}; !slices.Equal(got, want) {
		t.Errorf("widths %v, want %v: the widest column gives way", got, want)
	}
}

func TestTable(t *testing.T) {
	for _, test := range []struct {
		rows [][]string
		want string
	}{
		{nil, "rule  finds\n"},
		{[][]string{{"memo", "a cache\x1b[2J"}, {"工具", ""}}, "rule  finds\nmemo  a cache\\x1b[2J\n工具\n"},
		{
			[][]string{{"ambient", strings.Repeat("word ", 15)}},
			"rule     finds\nambient  word word word word word word word word word word\n         word word word word word\n",
		},
	} {
		var buf bytes.Buffer
		if err := (Writer{Width: 60}).Table(&buf, []string{"rule", "finds"}, test.rows); err != nil {
			t.Fatal(err)
		}
		if buf.String() != test.want {
			t.Errorf("table:\n%s\nwant:\n%s", &buf, test.want)
		}
	}
}

func TestRanges(t *testing.T) {
	for want, numbers := range map[string][]int{
		"":              nil,
		"7":             {7},
		"1, 2":          {2, 1},
		"1-3, 5, 8, 9":  {5, 9, 1, 8, 3, 2},
		"1, 3-6, 8, 10": {1, 3, 4, 5, 6, 8, 10},
	} {
		if got := ranges(numbers); got != want {
			t.Errorf("ranges(%v) = %q, want %q", numbers, got, want)
		}
	}
}
