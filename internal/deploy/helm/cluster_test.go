package helm_test

import (
	"slices"
	"strings"
	"testing"
)

// What a chart asks the cluster for is said: there is none.
func TestAsked(t *testing.T) {
	c, err := chart(t, `
-- templates/a.yaml --
a: {{ .Capabilities.APIVersions.Has "route.openshift.io/v1" }}
b: {{ .Capabilities.APIVersions.Has "networking.k8s.io/v1" }}
c: {{ lookup "v1" "Secret" "default" "keys" | len }}
`)
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Render(nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"objects of the kind Secret", "the API route.openshift.io/v1"}; !slices.Equal(r.Asked, want) {
		t.Errorf("got %q, want %q", r.Asked, want)
	}
	if text := r.Docs[0].Text; text != "a: false\nb: true\nc: 0\n" {
		t.Error(text)
	}
}

// A parent takes over what a subchart exports; its own values win.
func TestImports(t *testing.T) {
	c, err := chart(t, `
-- Chart.yaml --
name: top
version: 1.0.0
dependencies:
  - name: part
    version: 1.0.0
    import-values: [settings, {child: inner, parent: here.there}, {child: gone, parent: x}, 5]
  - {name: store, version: 1.0.0}
-- values.yaml --
level: mine
-- templates/a.yaml --
{{ .Values.level }} {{ .Values.depth }} {{ .Values.here.there.m }}
-- charts/part/Chart.yaml --
name: part
version: 1.0.0
-- charts/part/values.yaml --
exports: {settings: {level: part, depth: 7}}
inner: {m: 3}
`)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Missing(); !slices.Equal(got, []string{"store"}) {
		t.Errorf("missing: %q", got)
	}
	r, err := c.Render(nil)
	if err != nil {
		t.Fatal(err)
	}
	if text := strings.TrimSpace(r.Docs[len(r.Docs)-1].Text); text != "mine 7 3" {
		t.Error(text)
	}
}
