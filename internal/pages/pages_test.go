package pages

import (
	"strings"
	"testing"
)

func TestFenced(t *testing.T) {
	for _, c := range []struct{ doc, language, want string }{
		{
			"Text.\n\n  - one\n    more\n\nBefore:\n\n\tif x {\n\t\ty()\n\n\t}\n\nAfter:\n\n\tz()\n", "go",
			"Text.\n\n- one\n  more\n\nBefore:\n\n```go\nif x {\n\ty()\n\n}\n```\n\nAfter:\n\n```go\nz()\n```\n",
		},
		{
			"Text.\n\n  - one\n    more\n\nBefore:\n\n\ta:\n\n\t  b\n\nAfter.\n", "",
			"Text.\n\n- one\n  more\n\nBefore:\n\n```\na:\n\n  b\n```\n\nAfter.\n",
		},
	} {
		if got := Fenced(c.doc, c.language); got != c.want {
			t.Errorf("got:\n%s\nwant:\n%s", got, c.want)
		}
	}
}

func TestBetween(t *testing.T) {
	text := "a\n<!-- rules:begin -->\nold\n<!-- rules:end -->\nb\n"
	got, err := Between([]byte(text), "rules", []byte("new\n"))
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(text, "old", "new", 1); string(got) != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, broken := range []string{"a\n", "a\n<!-- rules:begin -->\n"} {
		if _, err := Between([]byte(broken), "rules", nil); err == nil {
			t.Errorf("%q is accepted", broken)
		}
	}
}
