package tree_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// places lists every scalar with the place of its key.
func places(n *tree.Node) string {
	var out []string
	n.Walk(func(key string, n *tree.Node) bool {
		if n.Kind == tree.Scalar {
			out = append(out, fmt.Sprintf("%s=%s@%d:%d", key, n.Value, n.Key.Line, n.Key.Col))
		}
		return true
	})
	return strings.Join(out, " ")
}

func TestPlaces(t *testing.T) {
	for name, test := range map[string]struct{ src, want string }{
		"block":    {"a: 1\nb:\n  - c: x\n    d: 'y z'\n  - e\n", "a=1@1:1 c=x@3:5 d=y z@4:5 =e@5:5"},
		"flow":     {"a: {b: 1, c: [2, 3]}\n", "b=1@1:5 c=@0:0 =2@1:15 =3@1:18"},
		"BOM":      {"\xef\xbb\xbfa: 1\n", "a=1@1:1"},
		"CRLF":     {"a: 1\r\nb:\r\n  c: 2\r\n", "a=1@1:1 c=2@3:3"},
		"JSON":     {"{\n\t\"a\": {\n\t\t\"b\": \"x\"\n\t}\n}\n", "b=x@3:3"},
		"anchor":   {"a: &x {k: 1}\nb: *x\nc:\n  <<: *x\n  l: 2\n", "k=1@1:8 k=1@1:8 k=1@1:8 l=2@5:3"},
		"override": {"a: &x {k: 1}\nc:\n  k: 3\n  <<: *x\n", "k=1@1:8 k=1@1:8 k=3@3:3"},
		"null":     {"a:\nb: ~\n", "a=@1:1 b=@2:1"},
	} {
		t.Run(name, func(t *testing.T) {
			docs, errs := tree.Documents([]byte(test.src), tree.In("f"))
			if len(errs) > 0 || len(docs) != 1 {
				t.Fatalf("%d documents, %v", len(docs), errs)
			}
			want := strings.ReplaceAll(test.want, "c=@0:0 ", "")
			if got := places(docs[0]); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

func TestOverrideWins(t *testing.T) {
	docs, _ := tree.Documents([]byte("a: &x {k: 1}\nc:\n  k: 3\n  <<: *x\n"), tree.In("f"))
	if got := docs[0].Str("c", "k"); got != "3" {
		t.Errorf("the merged value %s wins", got)
	}
}

// A broken document does not hide the others.
func TestDocuments(t *testing.T) {
	src := "a: 1\n---\nb: [\n---\n# nothing\n---\nc: |\n  --- no document\n  x\n--- \nd: 4\n"
	docs, errs := tree.Documents([]byte(src), tree.In("f"))
	if len(docs) != 3 || len(errs) != 1 {
		t.Fatalf("%d documents, errors %v", len(docs), errs)
	}
	if errs[0].Line < 3 || errs[0].Line > 4 {
		t.Errorf("the error is in line %d", errs[0].Line)
	}
	if d := docs[2].Get("d"); d == nil || d.Key.Line != 11 {
		t.Errorf("the last document: %+v", d)
	}
	if c := docs[1].Get("c"); !c.Block || c.Indent != 2 || c.Value != "--- no document\nx\n" {
		t.Errorf("the block: %+v", c)
	}
}

// Errors never quote the text, which may hold secrets.
func TestErrorsQuoteNothing(t *testing.T) {
	for _, src := range []string{"password: hunter2: x\n", "a: 'hunter2\n", "hunter2: *hunter2\n", "- hunter2\n\t- x\n", "a: \"\\hunter2\"\n", "{hunter2"} {
		_, errs := tree.Documents([]byte(src), tree.In("f"))
		if len(errs) == 0 {
			t.Errorf("%q is accepted", src)
		}
		for _, e := range errs {
			if strings.Contains(e.Error(), "hunter2") {
				t.Errorf("%q: %v", src, e)
			}
		}
	}
}

func TestBombs(t *testing.T) {
	laughs := "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
	for i := 1; i < 12; i++ {
		laughs += fmt.Sprintf("a%d: &a%d [%s*a%d]\n", i, i, strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 8), i-1)
	}
	for name, src := range map[string]string{
		"aliases": laughs,
		"itself":  "a: &a [*a]\n",
		"nested":  strings.Repeat("[", 100_000),
		"maps":    strings.Repeat("{a: ", 5000) + "1" + strings.Repeat("}", 5000),
	} {
		start := time.Now()
		docs, errs := tree.Documents([]byte(src), tree.In("f"))
		if len(errs) != 1 || len(docs) != 0 {
			t.Errorf("%s: %d documents, %d errors", name, len(docs), len(errs))
		}
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%s took %v", name, d)
		}
	}
}

func TestTOML(t *testing.T) {
	src := "app = \"x\"\n[a.b]\nc = true\nd = [1, \"two\"]\n[[e]]\nf.g = 1\n[[e]]\nh = {i = 'j'}\n"
	root, err := tree.TOML([]byte(src), tree.In("f"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := places(root), "app=x@1:1 c=true@3:1 =1@4:6 =two@4:9 g=1@6:3 i=j@8:6"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if !root.True("a", "b", "c") || len(root.Get("e").Items()) != 2 {
		t.Error("tables are not where they should be")
	}
	root, err = tree.TOML([]byte("a = 1\nb = = 2\nc = 3\n"), tree.In("f"))
	if err == nil || err.Line != 2 || root.Str("a") != "1" {
		t.Errorf("error %v, root %s", err, places(root))
	}
}

func TestHCL(t *testing.T) {
	src := `
variable "on" { default = true }
locals { name = "orders-${var.tier}" }
resource "x" "y" {
  a = var.on
  b = local.name
  c = aws_thing.y.arn
  d = jsonencode([{ k = "v" }])
  e = unknown(1)
  block {
    f = 1
  }
  block {
    f = 2
  }
}
`
	first, err := tree.HCL([]byte(src), tree.In("f"), nil)
	if err != nil {
		t.Fatal(err)
	}
	root, _ := tree.HCL([]byte(src), tree.In("f"), tree.Values([]*tree.Node{first}))
	r := root.Get("resource").Items()[0]
	if got := strings.Join(r.Get("").Strings(), " "); got != "x y" {
		t.Errorf("labels %s", got)
	}
	for key, want := range map[string]string{"a": "true", "b": "", "c": "aws_thing.y.arn", "e": ""} {
		if got := r.Str(key); got != want {
			t.Errorf("%s = %q, want %q", key, got, want)
		}
	}
	if k := r.Get("d").Items()[0].Get("k"); k.Str() != "v" || k.Key.Line != 8 || k.Key.Col != 21 {
		t.Errorf("d: %+v", k)
	}
	if blocks := r.Get("block").Items(); len(blocks) != 2 || blocks[1].Get("f").Key.Line != 14 {
		t.Errorf("blocks: %d", len(blocks))
	}
	if _, err := tree.HCL([]byte("a = 1\nb {\n"), tree.In("f"), nil); err == nil || err.Line < 2 {
		t.Errorf("error %v", err)
	}
}

func TestEmptyNode(t *testing.T) {
	var n *tree.Node
	if n.Get("a").Str("b") != "" || n.True() || n.Len() != 0 || n.Items() != nil || n.List() != nil || len(n.StringMap()) != 0 || n.First("x") != nil {
		t.Error("a missing node is not empty")
	}
	for range n.Entries() {
		t.Error("a missing node has entries")
	}
}
