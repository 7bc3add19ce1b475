package text_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/clipperhouse/displaywidth"
	"github.com/mcpaudit/mcpaudit/report"
	"github.com/mcpaudit/mcpaudit/report/internal/sample"
	"github.com/mcpaudit/mcpaudit/report/text"
)

func TestModes(t *testing.T) {
	full := sample.Load(t, "full")
	sample.Golden(t, "full.golden", sample.Write(t, text.Writer{}, full))
	sample.Golden(t, "full-details.golden", sample.Write(t, text.Writer{Details: true}, full))
	sample.Golden(t, "full-summary.golden", sample.Write(t, text.Writer{Summary: true}, full))
	sample.Golden(t, "hostile-details.golden", sample.Write(t, text.Writer{Details: true}, sample.Load(t, "hostile")))
}

// Details leave nothing out that the report has.
func TestDetailsAreComplete(t *testing.T) {
	r := sample.Many(60)
	f := &r.Findings[0]
	for i := range 40 {
		f.Path = append(f.Path, report.Frame{File: "far.go", Line: 1000 + i, What: "step"})
		f.Related = append(f.Related, report.Related{File: "near.go", Line: 2000 + i, What: "place"})
	}
	out := sample.Write(t, text.Writer{Details: true}, r)
	for _, want := range []string{"far.go:1020", "near.go:2039", r.Short(r.Findings[59].Object), "> "} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if brief := sample.Write(t, text.Writer{}, r); strings.Contains(brief, "far.go:1020") || strings.Contains(brief, "\n              > ") {
		t.Error("the ordinary report shows all of it, too")
	}
}

var osc8 = regexp.MustCompile("\x1b]8;;([^\x1b\x07]*)\x1b\\\\")

// Links change no character that is seen, each of them ends, and no text of the audited code gets into an address unescaped.
func TestLinks(t *testing.T) {
	for _, name := range sample.Names {
		r := sample.Load(t, name)
		for _, width := range []int{0, 60} {
			for i, line := range strings.Split(sample.Write(t, text.Writer{Width: width, Summary: true}, r), "\n") {
				if limit := max(width, 60) + 40*btoi(width == 0); displaywidth.String(line) > limit || report.Printable(line) != line || strings.HasSuffix(line, " ") {
					t.Errorf("%s, width %d: line %d of the summary: %q", name, width, i+1, line)
				}
			}
			plain := sample.Write(t, text.Writer{Width: width}, r)
			linked := sample.Write(t, text.Writer{Width: width, Link: func(file string, line, _ int) string { return "file:///x#1" }}, r)
			if osc8.ReplaceAllString(linked, "") != plain {
				t.Errorf("%s: links change the text", name)
			}
			open := ""
			for _, m := range osc8.FindAllStringSubmatch(linked, -1) {
				if (open == "") == (m[1] == "") {
					t.Errorf("%s: %q after %q", name, m[1], open)
				}
				open = m[1]
			}
			if open != "" || len(r.Findings) > 0 && !osc8.MatchString(linked) {
				t.Errorf("%s: a link that does not end, or none at all", name)
			}
			for l := range strings.SplitSeq(osc8.ReplaceAllString(linked, ""), "\n") {
				if limit := max(width, 60) + 40*btoi(width == 0); displaywidth.String(l) > limit {
					t.Errorf("%s: too wide: %s", name, l)
				}
			}
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestPage(t *testing.T) {
	var buf bytes.Buffer
	facts := [][2]string{{"group", "Memory that outlives a call"}, {"spec", strings.Repeat("word ", 20)}}
	page := "A first paragraph\nof two lines.\n\n## Flagged\n\n  - one\n    that goes on;\n  - two\x1b[2J.\n\nBefore:\n\n\tfunc f() {\n\n\t\tg()\n\t}\n\n```go\n# code\n```\n"
	if err := (text.Writer{Width: 60}).Page(&buf, "memo", "a cache", facts, page); err != nil {
		t.Fatal(err)
	}
	want := `memo
  a cache

  group  Memory that outlives a call
  spec   word word word word word word word word word word
         word word word word word word word word word word

Description
  A first paragraph of two lines.

Flagged
  - one that goes on;
  - two\x1b[2J.

  Before:

      func f() {

          g()
      }

      # code
`
	if buf.String() != want {
		t.Errorf("page:\n%s\nwant:\n%s", &buf, want)
	}
}
