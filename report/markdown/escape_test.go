package markdown

import (
	"bytes"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/report"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	goldhtml "github.com/yuin/goldmark/renderer/html"
	parser "golang.org/x/net/html"
)

// seen renders Markdown and returns its text, and the elements besides those allowed.
func seen(t *testing.T, md string, allowed ...string) (text string, elements []string) {
	t.Helper()
	var buf bytes.Buffer
	if err := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(goldhtml.WithUnsafe())).Convert([]byte(md), &buf); err != nil {
		t.Fatal(err)
	}
	doc, err := parser.Parse(&buf)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for n := range doc.Descendants() {
		switch {
		case n.Type == parser.TextNode:
			b.WriteString(n.Data)
		case n.Type == parser.CommentNode:
			elements = append(elements, "<!--")
		case n.Type == parser.ElementNode && !strings.Contains(" html head body p ul li "+strings.Join(allowed, " ")+" ", " "+n.Data+" "):
			elements = append(elements, n.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), " "), elements
}

// Whatever a text holds, the reader sees it as it is, and nothing of it is markup.
func FuzzEscape(f *testing.F) {
	for _, s := range []string{
		"", "plain", "a_b_c *d* **e** `f` ~~g~~", "<b>x</b> &amp; &#60;", "[a](javascript:b) ![c](d)", "http://evil.example www.evil.example a@b.example @user #1",
		"| a | b |", "\\_ \\\\ \\`", "a\n# b\n- c\n> d", "``` x", "`a``b`", "$x$ :smile: {{x}}", "\x1b[31m \u202e", "<!-- x -->", "a  b", "1. x", "=== ---", "~~~",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len([]rune(report.Printable(s))) > maxText {
			return
		}
		want := strings.Join(strings.Fields(report.Printable(s)), " ")
		if got, elements := seen(t, "- **What** "+text(s)+"\n", "strong"); got != strings.TrimSpace("What "+want) || len(elements) > 0 {
			t.Errorf("text(%q) = %q is seen as %q, with %v", s, text(s), got, elements)
		}
		if got, elements := seen(t, "- x "+code(s)+" y\n", "code"); got != strings.Join(strings.Fields("x "+want+" y"), " ") || len(elements) > 0 {
			t.Errorf("code(%q) = %q is seen as %q, with %v", s, code(s), got, elements)
		}
		md := "| a | b |\n|---|---|\n| " + code(s) + " | " + text(s) + " |\n"
		if got, elements := seen(t, md, "code", "table", "thead", "tbody", "tr", "th", "td"); strings.ReplaceAll(got, " ", "") != "ab"+strings.ReplaceAll(want+want, " ", "") || len(elements) > 0 {
			t.Errorf("in a table %q is seen as %q, with %v: %s", s, got, elements, md)
		}
	})
}
