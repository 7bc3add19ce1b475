package fix

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/mcpaudit/mcpaudit/report"
)

// published is the schema of Document.
func published(t *testing.T) *jsonschema.Schema {
	t.Helper()
	data, err := os.ReadFile("../../docs/schema/fix-v1.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	s := new(jsonschema.Schema)
	if err := json.Unmarshal(data, s); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestDocument(t *testing.T) {
	dir := module(t, map[string]string{"main.go": orders})
	o := at(dir)
	o.Rules = []string{"idempotency"}
	doc := func() *Document { return run1(t, o).Document(report.Tool{Name: "mcpaudit", Version: "1"}, false) }
	stored := func(d *Document) (v map[string]any) {
		var buf bytes.Buffer
		if err := d.Write(&buf); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(buf.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		return v
	}
	schema, err := published(t).Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	refused := doc()
	if err := schema.Validate(stored(refused)); err != nil {
		t.Error(err)
	}
	want := Reason{"idempotency", Refused, "it needs the package for handles: run mcpaudit scaffold handles first", 1}
	if refused.Counts.Refused != 1 || !slices.Equal(refused.Reasons, []Reason{want}) || refused.Module != "example.com/shop" {
		t.Errorf("got %+v", refused)
	}
	withHandles(t, dir, "memory")
	done := doc()
	if err := schema.Validate(stored(done)); err != nil {
		t.Error(err)
	}
	if done.Counts.Rewritten != 1 || len(done.Files) != 1 || done.Files[0].File != "main.go" || !strings.Contains(done.Files[0].Diff, "+++ b/main.go") {
		t.Errorf("got %+v", done)
	}
	for what, change := range map[string]func(map[string]any){
		"version": func(m map[string]any) { m["schema_version"] = 2.0 },
		"outcome": func(m map[string]any) { m["outcomes"].([]any)[0].(map[string]any)["outcome"] = "lost" },
		"files":   func(m map[string]any) { delete(m, "files") },
	} {
		v := stored(done)
		change(v)
		if schema.Validate(v) == nil {
			t.Errorf("the schema accepts a document with wrong %s", what)
		}
	}
}

// The schema, the Go type and the page have the same fields.
func TestDocumentFields(t *testing.T) {
	page, err := os.ReadFile("../../docs/rewrites.md")
	if err != nil {
		t.Fatal(err)
	}
	var compare func(where string, s *jsonschema.Schema, typ reflect.Type)
	compare = func(where string, s *jsonschema.Schema, typ reflect.Type) {
		if typ.Kind() == reflect.Slice && s.Items != nil {
			compare(where, s.Items, typ.Elem())
			return
		}
		if typ.Kind() != reflect.Struct {
			return
		}
		for f := range typ.Fields() {
			name := f.Tag.Get("json")
			child := s.Properties[name]
			if child == nil || !slices.Contains(s.Required, name) {
				t.Errorf("the schema has no %s%s, or does not require it", where, name)
				continue
			}
			// The fields of problems and positions are explained elsewhere.
			if f.Type != reflect.TypeFor[[]report.Problem]() && f.Type != reflect.TypeFor[report.Site]() {
				compare(where+name+".", child, f.Type)
			}
			if !bytes.Contains(page, []byte("`"+name+"`")) {
				t.Errorf("docs/rewrites.md does not mention %s%s", where, name)
			}
		}
		if len(s.Properties) != typ.NumField() {
			t.Errorf("%s: the schema has %d properties, the type %d fields", where, len(s.Properties), typ.NumField())
		}
	}
	compare("", published(t), reflect.TypeFor[Document]())
}
