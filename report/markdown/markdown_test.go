package markdown_test

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/report"
	"github.com/mcpaudit/mcpaudit/report/internal/sample"
	"github.com/mcpaudit/mcpaudit/report/markdown"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	goldhtml "github.com/yuin/goldmark/renderer/html"
	"golang.org/x/net/html"
)

func TestGolden(t *testing.T) {
	for _, name := range []string{"full", "hostile", "clean", "deploy", "problems"} {
		sample.Golden(t, name+".golden.md", sample.Write(t, markdown.Writer{}, sample.Load(t, name)))
	}
}

// rendered is the output as GitHub would show it, before GitHub's own filter for dangerous elements.
func rendered(t *testing.T, md string) *html.Node {
	t.Helper()
	var buf bytes.Buffer
	gfm := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(goldhtml.WithUnsafe()))
	if err := gfm.Convert([]byte(md), &buf); err != nil {
		t.Fatal(err)
	}
	doc, err := html.Parse(&buf)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// No text of the audited code may become an element, a link, a mention or a line of its own.
func TestHostile(t *testing.T) {
	allowed := map[string]bool{
		"html": true, "head": true, "body": true, "h2": true, "h3": true, "p": true, "ul": true, "ol": true, "li": true, "code": true, "pre": true, "strong": true,
		"b": true, "em": true, "a": true, "table": true, "thead": true, "tbody": true, "tr": true, "th": true, "td": true, "details": true, "summary": true,
	}
	mention := regexp.MustCompile(`(^|[^\w;])@\w`)
	for _, name := range sample.Names {
		md := sample.Write(t, markdown.Writer{}, sample.Load(t, name))
		for l := range strings.SplitSeq(md, "\n") {
			if p := report.Printable(l); p != l && !strings.Contains(l, "\ufe0f") {
				t.Errorf("%s: not printable: %s", name, p)
			}
		}
		for n := range rendered(t, md).Descendants() {
			switch n.Type {
			case html.CommentNode:
				if n.Data != " mcpaudit " {
					t.Errorf("%s: comment %q", name, n.Data)
				}
			case html.ElementNode:
				if !allowed[n.Data] {
					t.Errorf("%s: element %s", name, n.Data)
				}
				for _, a := range n.Attr {
					ok := n.Data == "a" && a.Key == "href" && strings.HasPrefix(a.Val, "https://github.com/mcpaudit/mcpaudit/blob/main/docs/rules/") ||
						a.Key == "class" && (a.Val == "language-mermaid" || a.Val == "language-diff") || a.Key == "style" && strings.HasPrefix(a.Val, "text-align:") || a.Key == "align"
					if !ok {
						t.Errorf("%s: %s has %s=%q", name, n.Data, a.Key, a.Val)
					}
				}
			case html.TextNode:
				if mention.MatchString(n.Data) && n.Parent.Data != "code" && !strings.Contains(md, "&#64;") {
					t.Errorf("%s: a mention in %q", name, n.Data)
				}
			}
		}
		if name == "hostile" {
			outside := regexp.MustCompile("(?s)```.*?```|`[^`]*`").ReplaceAllString(md, "")
			if m := mention.FindString(outside); m != "" {
				t.Errorf("a mention outside of code: %q", m)
			}
		}
	}
}

// A label of the graph holds nothing that Mermaid reads.
func TestMermaidIsInert(t *testing.T) {
	line := regexp.MustCompile(`^  (m\d+\[\("(?:[^"#;<>\[\]{}]|#\d+;)*"\)\]:::[a-z]+|t\d+\(\["(?:[^"#;<>\[\]{}]|#\d+;)*"\]\)|(?:t\d+ ---|any -\.-) m\d+|any\{\{"requests"\}\}|classDef [a-z]+ fill:#\w+,stroke:#\w+,color:#\w+)$`)
	seen := false
	for _, name := range sample.Names {
		_, rest, ok := strings.Cut(sample.Write(t, markdown.Writer{}, sample.Load(t, name)), "```mermaid\ngraph LR\n")
		if !ok {
			continue
		}
		seen = true
		graph, _, _ := strings.Cut(rest, "\n```")
		for l := range strings.SplitSeq(graph, "\n") {
			if !line.MatchString(l) {
				t.Errorf("%s: %s", name, l)
			}
		}
	}
	if !seen {
		t.Error("no graph was drawn")
	}
}

// The output stays within the limit, leaves out the least important things first, and says so.
func TestLimit(t *testing.T) {
	big := sample.Many(2000)
	out := sample.Write(t, markdown.Writer{}, big)
	if len(out) > markdown.MaxBytes || len(out) < markdown.MaxBytes*3/4 {
		t.Errorf("%d bytes", len(out))
	}
	for _, want := range []string{"### Plan", "```mermaid", "findings with less risk left out", "objects are not drawn"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing", want)
		}
	}
	full := sample.Load(t, "full")
	whole := sample.Write(t, markdown.Writer{}, full)
	if strings.Contains(whole, "left out to stay") || strings.Contains(whole, "Left out to stay") {
		t.Error("something is said to be left out")
	}
	order := []string{"<summary>Left out on purpose", "<summary>Set aside", "### State map", "<details><summary>1.", "### Plan", "### Findings", "### ⚠️ Could not be checked", "### Proved by running", "### Since"}
	gone := 0
	for limit := len(whole) - 1; limit > 900; limit -= 50 {
		out := sample.Write(t, markdown.Writer{Max: limit}, full)
		if len(out) > limit {
			t.Fatalf("%d bytes with a limit of %d", len(out), limit)
		}
		now := 0
		for i, heading := range order {
			if !strings.Contains(out, heading) {
				if i != now {
					t.Fatalf("limit %d: %q is gone before %q", limit, heading, order[now])
				}
				now++
			}
		}
		if now < gone {
			t.Fatalf("limit %d: more than with a higher limit", limit)
		}
		gone = now
		if now > 0 && !strings.Contains(out, "Left out to stay within the size of a comment: ") {
			t.Fatalf("limit %d: nothing says what is missing:\n%s", limit, out)
		}
	}
	if gone < 6 {
		t.Errorf("only %d sections ever went", gone)
	}
	if out := sample.Write(t, markdown.Writer{Max: 10}, full); len(out) > 10 {
		t.Errorf("%d bytes", len(out))
	}
}

func TestVerdict(t *testing.T) {
	for name, want := range map[string]string{
		"full": "1 new finding, 1 worse than before, 1 fixed", "clean": "no findings", "problems": "could not check everything", "deploy": "9 findings",
	} {
		r := sample.Load(t, name)
		if first := strings.Split(sample.Write(t, markdown.Writer{}, r), "\n"); first[0] != markdown.Marker || first[1] != "## mcpaudit: "+want {
			t.Errorf("%s: %s", name, first[1])
		}
	}
}

var errDisk = errors.New("disk full")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errDisk }

func TestWriteError(t *testing.T) {
	if err := (markdown.Writer{}).Write(failing{}, &report.Report{}); !errors.Is(err, errDisk) {
		t.Errorf("error %v", err)
	}
}
