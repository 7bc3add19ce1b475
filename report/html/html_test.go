package html_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/report"
	"github.com/mcpaudit/mcpaudit/report/html"
	"github.com/mcpaudit/mcpaudit/report/internal/sample"
	parser "golang.org/x/net/html"
)

func TestGolden(t *testing.T) {
	for _, name := range []string{"full", "hostile", "clean"} {
		out := sample.Write(t, html.Writer{}, sample.Load(t, name))
		// The style sheet, the script and their hashes are files of this folder.
		out = regexp.MustCompile(`(?s)<style>.*?</style>`).ReplaceAllString(out, "<style></style>")
		out = regexp.MustCompile(`(?s)<script>.*?</script>`).ReplaceAllString(out, "<script></script>")
		out = regexp.MustCompile(`sha256-[\w+/=&#;]+`).ReplaceAllString(out, "sha256-…")
		sample.Golden(t, name+".golden.html", out)
	}
}

// The page asks for nothing from elsewhere, runs one script and has no handlers, whatever the audited code says.
func TestStructure(t *testing.T) {
	for _, name := range sample.Names {
		r := sample.Load(t, name)
		doc, err := parser.Parse(strings.NewReader(sample.Write(t, html.Writer{}, r)))
		if err != nil {
			t.Fatal(err)
		}
		count := map[string]int{}
		ids := map[string]bool{}
		targets := map[string]bool{}
		for n := range doc.Descendants() {
			if n.Type == parser.TextNode && n.Parent.Data != "script" && n.Parent.Data != "style" {
				for line := range strings.SplitSeq(n.Data, "\n") {
					if p := report.Printable(line); p != line {
						t.Errorf("%s: not printable: %s", name, p)
					}
				}
			}
			if n.Type != parser.ElementNode {
				continue
			}
			count[n.Data]++
			for _, a := range n.Attr {
				switch key := strings.ToLower(a.Key); {
				case key == "id":
					if ids[a.Val] {
						t.Errorf("%s: the id %q twice", name, a.Val)
					}
					ids[a.Val] = true
				case key == "href":
					if target, ok := strings.CutPrefix(a.Val, "#"); ok {
						targets[target] = true
					} else if n.Data != "a" || !strings.HasPrefix(a.Val, "https://github.com/mcpaudit/mcpaudit/blob/main/docs/rules/") {
						t.Errorf("%s: %s leads to %s", name, n.Data, a.Val)
					}
				case strings.HasPrefix(key, "on"), key == "src", key == "style", key == "srcset", key == "action", key == "formaction", strings.HasSuffix(key, ":href"):
					t.Errorf("%s: %s has %s=%q", name, n.Data, key, a.Val)
				}
			}
		}
		if count["script"] != 1 || count["style"] != 1 || count["title"] < 1 || count["h1"] != 1 || count["main"] != 1 {
			t.Errorf("%s: elements %v", name, count)
		}
		for _, bad := range []string{"img", "iframe", "object", "embed", "link", "base", "injected", "frame"} {
			if count[bad] > 0 {
				t.Errorf("%s: %d elements %s", name, count[bad], bad)
			}
		}
		for target := range targets {
			if !ids[target] {
				t.Errorf("%s: nothing has the id %s", name, target)
			}
		}
		for i := range r.Findings {
			if id := "f" + html.Itoa(i+1); !ids[id] {
				t.Errorf("%s: no card %s", name, id)
			}
		}
	}
}

// Colours that carry text are readable: at least 4.5 to 1, as WCAG 2.2 level AA asks for.
func TestContrast(t *testing.T) {
	for name, pairs := range html.Contrasts() {
		if len(pairs) < 20 {
			t.Errorf("%s: only %d pairs of colours", name, len(pairs))
		}
		for pair, ratio := range pairs {
			if ratio < 4.5 {
				t.Errorf("%s: %s has a contrast of %.2f", name, pair, ratio)
			}
		}
	}
}

var errDisk = errors.New("disk full")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errDisk }

func TestWriteError(t *testing.T) {
	if err := (html.Writer{}).Write(failing{}, &report.Report{}); !errors.Is(err, errDisk) {
		t.Errorf("error %v", err)
	}
}
