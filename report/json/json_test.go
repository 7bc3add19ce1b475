package json_test

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/mcpaudit/mcpaudit/report"
	"github.com/mcpaudit/mcpaudit/report/json"
)

// sample is the report of a realistic audit.
func sample(t *testing.T, name string) *report.Report {
	t.Helper()
	f, err := os.Open(filepath.Join("../text/testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := json.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	report.Rank(r)
	return r
}

func write(t *testing.T, r *report.Report) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := (json.Writer{}).Write(&buf, r); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func TestReplay(t *testing.T) {
	samples, _ := filepath.Glob("../text/testdata/*.json")
	if len(samples) == 0 {
		t.Fatal("no samples")
	}
	for _, name := range samples {
		first := write(t, sample(t, filepath.Base(name)))
		again, err := json.Read(bytes.NewReader(first))
		if err != nil {
			t.Fatal(err)
		}
		if second := write(t, again); !bytes.Equal(first, second) {
			t.Errorf("%s: reading and writing changes the report", name)
		}
	}
}

func TestWriteIsInert(t *testing.T) {
	const hostile = "\x1b[31m \u009b31m \x7f \u202e \u2028 \u200b \U000e0041 \xff <&>"
	out := string(write(t, &report.Report{Module: report.Module{Path: hostile}}))
	for i, line := range strings.Split(strings.TrimSuffix(out, "\n"), "\n") {
		if p := report.Printable(line); p != line {
			t.Errorf("line %d is not printable: %s", i+1, p)
		}
	}
	if !strings.Contains(out, "<&>") {
		t.Error("HTML characters are escaped, which makes paths hard to read")
	}
	var back struct{ Module report.Module }
	if err := stdjson.Unmarshal([]byte(out), &back); err != nil {
		t.Fatal(err)
	}
	if want := strings.ReplaceAll(hostile, "\xff", "\ufffd"); back.Module.Path != want {
		t.Errorf("read back %q, want %q", back.Module.Path, want)
	}
}

func TestWriteHasNoNull(t *testing.T) {
	r := &report.Report{
		Served:   report.Served{Programs: []report.Program{{}}},
		Findings: []report.Finding{{}},
		Plan:     []report.PlanStep{{}},

		Suppressed: []report.Suppressed{{}},
		Since:      report.Since{Fixed: []report.Finding{{Fixes: []report.Fix{{}}}}},
		Excerpts:   []report.Excerpt{{}},
		Proof:      &report.Proof{Phases: []report.ProofPhase{{Failures: []report.ProofFailure{{}}}}, Findings: []report.Verdict{{}}},
	}
	if out := write(t, r); bytes.Contains(out, []byte("null")) {
		t.Errorf("null in\n%s", out)
	}
	if r.Findings[0].Also != nil || r.Served.Programs[0].Transports != nil {
		t.Error("writing changed the report")
	}
}

func TestWriteError(t *testing.T) {
	if err := (json.Writer{}).Write(failing{}, &report.Report{}); !errors.Is(err, errDisk) {
		t.Errorf("error %v", err)
	}
}

var errDisk = errors.New("disk full")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errDisk }

func TestReadRejects(t *testing.T) {
	for in, want := range map[string]string{
		"":                             "not a JSON report",
		"mcpaudit: 3 findings":         "not a JSON report: line 1:",
		"{\n\"schema_version\": 1,\n}": "line 3:",
		"[]":                           "not a JSON report",
		"{}":                           "no schema_version",
		`{"schema_version": null}`:     "no schema_version",
		`{"schema_version": "1"}`:      "not a JSON report",
		`{"schema_version": 0}`:        "schema version 0 and this mcpaudit reads version 1",
		`{"schema_version": 2}`:        "schema version 2 and this mcpaudit reads version 1",
		`{"schema_version": 1}`:        "the list findings is missing",
		`{"schema_version": 1, "findings": null}`: "the list findings is missing",
		"\xff\xfe{\x00}\x00":                      "UTF-16",
		`{"schema_version": 1} x`:                 "not a JSON report",
		`{"schema_version": 1, "findings": {}}`:   "not a valid report: line 1:",
		`{"schema_version": 1, "findings": [{"rule": "ambient", "severity": "fatal"}]}`:                                       `unknown severity "fatal"`,
		`{"schema_version": 1, "findings": [{"rule": "ambient", "severity": "high"}]}`:                                        "finding 1 (ambient) has no confidence",
		`{"schema_version": 1, "findings": [{"rule": "ambient", "severity": "high", "confidence": "sure", "risk": 1000}]}`:    "risk 1000",
		`{"schema_version": 1, "findings": [{"rule": "ambient", "severity": "high", "confidence": "certain", "risk": 1000}]}`: `unknown confidence "certain"`,
	} {
		if _, err := json.Read(strings.NewReader(in)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Read(%s): error %v, want %q", in, err, want)
		}
	}
	if _, err := json.Read(iotest.ErrReader(errDisk)); !errors.Is(err, errDisk) {
		t.Errorf("error %v", err)
	}
	if _, err := json.Read(strings.NewReader("\ufeff" + `{"schema_version": 1, "findings": [], "from_the_future": true}`)); err != nil {
		t.Errorf("a new field, or a byte order mark, is an error: %v", err)
	}
}

// Editors of Windows put a byte order mark before a baseline; a merge may leave two in one file.
func TestReadBaseline(t *testing.T) {
	var buf bytes.Buffer
	buf.WriteString("\ufeff")
	if err := json.WriteBaseline(&buf, report.NewBaseline(new(report.Report), nil)); err != nil {
		t.Fatal(err)
	}
	text := buf.String()
	if _, err := json.ReadBaseline(&buf); err != nil {
		t.Error(err)
	}
	if _, err := json.ReadBaseline(strings.NewReader(text + "\n" + text)); err == nil || !strings.Contains(err.Error(), "something follows its end") {
		t.Errorf("two baselines in one file: error %v", err)
	}
}

// A schema is as much of JSON Schema as the published one uses.
type schema struct {
	Ref         string             `json:"$ref"`
	Type        string             `json:"type"`
	Description string             `json:"description"`
	Properties  map[string]*schema `json:"properties"`
	Required    []string           `json:"required"`
	Items       *schema            `json:"items"`
	Enum        []string           `json:"enum"`
	Const       *float64           `json:"const"`
	Minimum     *float64           `json:"minimum"`
	Maximum     *float64           `json:"maximum"`
	MinLength   int                `json:"minLength"`

	ID    string             `json:"$id"`
	Draft string             `json:"$schema"`
	Title string             `json:"title"`
	Defs  map[string]*schema `json:"$defs"`
}

func published(t *testing.T) *schema {
	t.Helper()
	data, err := os.ReadFile("../../docs/schema/report-v1.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	dec := stdjson.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields() // or the checks below would ignore what they do not know
	s := new(schema)
	if err := dec.Decode(s); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *schema) resolve(t *testing.T, root *schema) *schema {
	if s.Ref == "" {
		return s
	}
	def := root.Defs[strings.TrimPrefix(s.Ref, "#/$defs/")]
	if def == nil {
		t.Fatalf("schema: %s does not exist", s.Ref)
	}
	return def
}

// The schema and the Go types must have the same fields of the same types, all of them required and described.
func TestSchemaMatchesTypes(t *testing.T) {
	root := published(t)
	var compare func(where string, s *schema, typ reflect.Type)
	compare = func(where string, s *schema, typ reflect.Type) {
		s = s.resolve(t, root)
		if typ.Kind() == reflect.Pointer {
			typ = typ.Elem()
		}
		if s.Description == "" {
			t.Errorf("%s has no description", where)
		}
		want := map[reflect.Kind]string{reflect.String: "string", reflect.Bool: "boolean", reflect.Int: "integer", reflect.Float64: "number", reflect.Slice: "array", reflect.Struct: "object"}[typ.Kind()]
		if s.Type != want {
			t.Errorf("%s is %q in the schema and %s in Go", where, s.Type, typ)
			return
		}
		switch typ.Kind() {
		case reflect.Slice:
			compare(where+"[]", s.Items, typ.Elem())
		case reflect.Struct:
			fields := map[string]reflect.Type{}
			optional := map[string]bool{} // what a report may lack is a pointer
			for field := range typ.Fields() {
				name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
				if name == "-" {
					continue
				}
				optional[name] = field.Type.Kind() == reflect.Pointer && options == "omitempty"
				if name == "" || options != "" && !optional[name] {
					t.Errorf("%s.%s has the tag %q", typ, field.Name, field.Tag)
				}
				fields[name] = field.Type
			}
			for name, property := range s.Properties {
				if fields[name] == nil {
					t.Errorf("%s.%s is in the schema only", where, name)
					continue
				}
				compare(where+"."+name, property, fields[name])
			}
			for name := range fields {
				if s.Properties[name] == nil {
					t.Errorf("%s.%s is not in the schema", where, name)
				}
				if slices.Contains(s.Required, name) == optional[name] {
					t.Errorf("%s.%s is required in the schema, or should be", where, name)
				}
			}
		}
	}
	compare("report", root, reflect.TypeFor[report.Report]())

	var words []string
	for _, s := range report.Severities() {
		words = append(words, string(s))
	}
	if got := root.Defs["severity"].Enum; !slices.Equal(got, words) {
		t.Errorf("severities in the schema: %v", got)
	}
	words = nil
	for _, c := range report.Confidences() {
		words = append(words, string(c))
	}
	if got := root.Defs["confidence"].Enum; !slices.Equal(got, words) {
		t.Errorf("confidences in the schema: %v", got)
	}
	if got := root.Properties["schema_version"].Const; got == nil || *got != report.SchemaVersion {
		t.Error("the schema is for another version")
	}
}

// What the writer writes must satisfy the schema.
func TestSchemaAcceptsReports(t *testing.T) {
	root := published(t)
	var check func(where string, s *schema, v any) error
	check = func(where string, s *schema, v any) error {
		s = s.resolve(t, root)
		switch v := v.(type) {
		case map[string]any:
			if s.Type != "object" {
				return fmt.Errorf("%s is an object", where)
			}
			for _, name := range s.Required {
				if _, ok := v[name]; !ok {
					return fmt.Errorf("%s.%s is missing", where, name)
				}
			}
			for name, child := range v {
				if s.Properties[name] == nil {
					return fmt.Errorf("%s.%s is unknown", where, name)
				}
				if err := check(where+"."+name, s.Properties[name], child); err != nil {
					return err
				}
			}
		case []any:
			if s.Type != "array" {
				return fmt.Errorf("%s is an array", where)
			}
			for i, child := range v {
				if err := check(fmt.Sprintf("%s[%d]", where, i), s.Items, child); err != nil {
					return err
				}
			}
		case string:
			if s.Type != "string" || len(v) < s.MinLength || len(s.Enum) > 0 && !slices.Contains(s.Enum, v) {
				return fmt.Errorf("%s is %q", where, v)
			}
		case bool:
			if s.Type != "boolean" {
				return fmt.Errorf("%s is %v", where, v)
			}
		case float64:
			whole := v == float64(int(v))
			if s.Type != "number" && (s.Type != "integer" || !whole) ||
				s.Const != nil && v != *s.Const || s.Minimum != nil && v < *s.Minimum || s.Maximum != nil && v > *s.Maximum {
				return fmt.Errorf("%s is %v", where, v)
			}
		default:
			return fmt.Errorf("%s is %v", where, v)
		}
		return nil
	}
	validate := func(data []byte) error {
		var v any
		if err := stdjson.Unmarshal(data, &v); err != nil {
			t.Fatal(err)
		}
		return check("report", root, v)
	}
	for _, name := range []string{"deploy.json", "clean.json", "problems.json", "hostile.json", "sixty.json", "proof.json"} {
		if err := validate(write(t, sample(t, name))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for what, change := range map[string]func(*report.Report){
		"risk":     func(r *report.Report) { r.Findings[0].Risk = 101 },
		"severity": func(r *report.Report) { r.Findings[0].Severity = report.Never },
		"version":  func(r *report.Report) { r.SchemaVersion = 2 },
	} {
		bad := sample(t, "deploy.json")
		change(bad)
		if err := validate(write(t, bad)); err == nil {
			t.Errorf("the schema accepts a report with a wrong %s", what)
		}
	}
}

// Every field must be explained on the page.
func TestSchemaPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/schema.md")
	if err != nil {
		t.Fatal(err)
	}
	root := published(t)
	var visit func(where string, s *schema)
	visit = func(where string, s *schema) {
		s = s.resolve(t, root)
		for name, property := range s.Properties {
			if !bytes.Contains(page, []byte("`"+name+"`")) {
				t.Errorf("docs/schema.md does not mention %s.%s", where, name)
			}
			visit(where+"."+name, property)
		}
		if s.Items != nil {
			visit(where, s.Items)
		}
	}
	visit("report", root)
}
