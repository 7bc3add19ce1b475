package sdk

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestBuiltin(t *testing.T) {
	tables, err := readTables(files)
	if err != nil {
		t.Fatal(err)
	}
	used := map[Role]bool{}
	for _, e := range tables.Entries() {
		used[e.Role] = true
		if e.Why == "" {
			t.Errorf("%s:%d: %s has no reason: neither a comment of its own nor a heading", e.File, e.Line, e)
		}
	}
	for _, r := range Roles() {
		if !used[r] {
			t.Errorf("no table uses the role %s", r)
		}
	}
	if first, second := Builtin(), Builtin(); first != second {
		t.Error("the embedded tables are parsed more than once")
	}
}

func TestReadTablesNamesTheFile(t *testing.T) {
	_, err := readTables(fstest.MapFS{"tables/x.table": {Data: []byte("# x\nnope a.b/c F *\n")}})
	if err == nil || !strings.HasPrefix(err.Error(), "tables/x.table:2: unknown role") {
		t.Errorf("got %v", err)
	}
}

func TestParse(t *testing.T) {
	src := `# A file.

# reached by name
# or by title
root.tool  a.b/c  Server.AddTool  >=v1.2.0,<v2.0.0  fn=1 item=0
root.tool  a.b/c  Tool.Handler    *                 item=Tool  # the field holds it
live       a.b/c  Conn            <v1.0.0           kind=conn

live       a.b/d  Conn            *                 kind=conn
`
	got, err := Parse("t.table", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 4 {
		t.Fatalf("got %d entries: %v", len(got), got)
	}
	first := got[0]
	if first.Role != RootTool || first.Path != "a.b/c" || first.Symbol != "Server.AddTool" ||
		first.Since != "v1.2.0" || first.Until != "v2.0.0" || first.File != "t.table" || first.Line != 5 {
		t.Errorf("first entry: %+v", first)
	}
	for i, why := range []string{"reached by name or by title", "the field holds it", "reached by name or by title", ""} {
		if got[i].Why != why {
			t.Errorf("entry %d: reason %q, want %q", i, got[i].Why, why)
		}
	}
	if got[2].Since != "" || got[2].Until != "v1.0.0" {
		t.Errorf("open range: %+v", got[2])
	}
}

func TestParseErrors(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"unknown role", "root.tol a.b/c F * fn=0", `t:1: unknown role "root.tol"`},
		{"unknown attribute", "root.tool a.b/c F * func=0", `t:1: role root.tool has no attribute "func"`},
		{"missing attribute", "live a.b/c T *", "t:1: role live needs kind="},
		{"bad enumeration", "live a.b/c T * kind=pipe", `t:1: kind=: "pipe" is not one of`},
		{"bad index", "root.tool a.b/c F * fn=x", `t:1: fn=: "x" is not an argument index`},
		{"index too small", "root.tool a.b/c F * fn=-3", "is not an argument index"},
		{"bad list", "root.manager a.b/c T * iface=A,,B", "is not a list of identifiers"},
		{"attribute twice", "root.tool a.b/c F * fn=0 fn=1", `t:1: attribute "fn" twice`},
		{"not an attribute", "root.tool a.b/c F * fn", `t:1: "fn" is not attr=value`},
		{"too few columns", "root.tool a.b/c F", "t:1: want: role path symbol versions"},
		{"no path", "root.tool - F * fn=0", "t:1: bad import path"},
		{"star in path", "live a.b/c*/d T * kind=conn", "t:1: bad import path"},
		{"no symbol", "root.tool a.b/c - * fn=0", `t:1: bad symbol "-"`},
		{"symbol too deep", "root.tool a.b/c A.B.C * fn=0", "t:1: bad symbol"},
		{"sdk with symbol", "sdk a.b/c F *", "t:1: the role sdk is about a path"},
		{"bad version", "root.tool a.b/c F >=1.0 fn=0", `t:1: bad version in ">=1.0"`},
		{"short version", "root.tool a.b/c F >=v1 fn=0", "t:1: bad version"},
		{"wrong operator", "root.tool a.b/c F =v1.0.0 fn=0", "t:1: bad version range"},
		{"range backwards", "root.tool a.b/c F <v1.0.0,>=v0.5.0 fn=0", "t:1: bad version range"},
		{"empty range", "root.tool a.b/c F >=v1.0.0,<v1.0.0 fn=0", "t:1: empty version range"},
		{"duplicate", "live a.b/c T * kind=conn\nlive a.b/c T >=v1.0.0 kind=tx", "t:2: live a.b/c T: duplicate of t:1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := Parse("t", []byte(test.src))
			if err == nil {
				t.Fatalf("parsed: %v", got)
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %q, want %q", err, test.want)
			}
		})
	}
}

func TestRangesThatMeetAreNoDuplicates(t *testing.T) {
	src := "live a.b/c T <v1.0.0 kind=conn\nlive a.b/c T >=v1.0.0,<v2.0.0 kind=tx\nlive a.b/c T >=v2.0.0 kind=ws\n"
	if _, err := Parse("t", []byte(src)); err != nil {
		t.Error(err)
	}
}

func TestEntryAttributes(t *testing.T) {
	e := Entry{Attrs: map[string]string{"fn": "2", "rest": "1...", "item": "Tool", "recv": "-1"}}
	for attr, want := range map[string]int{"fn": 2, "rest": 1, "recv": -1} {
		if n, ok := e.Int(attr); !ok || n != want {
			t.Errorf("Int(%s) = %d, %t", attr, n, ok)
		}
	}
	for _, attr := range []string{"item", "absent"} {
		if n, ok := e.Int(attr); ok {
			t.Errorf("Int(%s) = %d", attr, n)
		}
	}
	if e.Variadic("fn") || !e.Variadic("rest") || e.Variadic("absent") {
		t.Error("Variadic")
	}
	if e.Get("item") != "Tool" || e.Get("absent") != "" {
		t.Error("Get")
	}
}

func TestValidAt(t *testing.T) {
	e := Entry{Since: "v0.20.0", Until: "v1.0.0"}
	for version, want := range map[string]bool{
		"":                                      true,
		"(devel)":                               true,
		"v0.0.0-20260101000000-abcdefabcdef":    true, // a module without releases
		"v0.19.9":                               false,
		"v0.20.0":                               true,
		"v0.43.2":                               true,
		"v0.99.1-0.20260101000000-abcdefabcdef": true,
		"v1.0.0-rc.1":                           true,
		"v1.0.0":                                false,
	} {
		if got := e.ValidAt(version); got != want {
			t.Errorf("ValidAt(%q) = %t", version, got)
		}
	}
}

func parse(t *testing.T, src string) *Tables {
	t.Helper()
	entries, err := Parse("t", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	tables, err := new(Tables).With(entries)
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

// found spells what a lookup returned as "role@line ...".
func found(entries []Entry) []int {
	lines := []int{}
	for _, e := range entries {
		lines = append(lines, e.Line)
	}
	return lines
}

func TestLookup(t *testing.T) {
	tables := parse(t, `effect  a.b/c           Client.Create*      *  verb=create
effect  a.b/c           Client.CreateToken  *  verb=none
live    a.b/c           Client.Create*      *  kind=conn
effect  a.b/c           Client.CreateTok*   *  verb=run
effect  a.b/c/...       *.Create*           *  verb=update
effect  a.b/c/deep/...  *.Create*           *  verb=delete
effect  a.b/v*/x        Run                 *  verb=run
effect  a.b/v2/x        Run                 *  verb=exec
effect  d.e/f           T                   <v1.0.0   verb=run
effect  d.e/f           T                   >=v1.0.0  verb=exec
`)
	for _, test := range []struct {
		path, symbol, version string
		want                  []int
	}{
		{"a.b/c", "Client.CreateToken", "", []int{2, 3}},
		{"a.b/c", "Client.CreateTokens", "", []int{4, 3}},
		{"a.b/c", "Client.CreateUser", "", []int{1, 3}},
		{"a.b/c", "Client.Delete", "", []int{}},
		{"a.b/c", "Other.CreateUser", "", []int{5}},
		{"a.b/c", "CreateUser", "", []int{}},
		{"a.b/c/x/y", "Any.CreateUser", "", []int{5}},
		{"a.b/c/deep", "Any.CreateUser", "", []int{6}},
		{"a.b/c/deep/er", "Any.CreateUser", "", []int{6}},
		{"a.b/cc", "Any.CreateUser", "", []int{}},
		{"a.b/v3/x", "Run", "", []int{7}},
		{"a.b/v2/x", "Run", "", []int{8}},
		{"a.b/x", "Run", "", []int{}},
		{"d.e/f", "T", "", []int{10, 9}},
		{"d.e/f", "T", "v0.9.0", []int{9}},
		{"d.e/f", "T", "v1.9.0", []int{10}},
	} {
		if got := found(tables.Lookup(test.path, test.symbol, test.version)); !slices.Equal(got, test.want) {
			t.Errorf("Lookup(%s, %s, %q): lines %v, want %v", test.path, test.symbol, test.version, got, test.want)
		}
	}
}

func TestRole(t *testing.T) {
	tables := parse(t, "live a.b/c T * kind=conn\nstore.local a.b/c T * kind=kv\n")
	if e, ok := tables.Role("a.b/c", "T", "", StoreLocal); !ok || e.Get("kind") != "kv" {
		t.Errorf("got %v, %t", e, ok)
	}
	if e, ok := tables.Role("a.b/c", "T", "", Container); ok {
		t.Errorf("got %v", e)
	}
}

func TestGlob(t *testing.T) {
	for _, test := range []struct {
		pattern, symbol string
		want            bool
	}{
		{"*.Create", "PodInterface.Create", true},
		{"*.Create", "PodInterface.CreateStatus", false},
		{"*.Create", "Create", false},
		{"*Service.Create*", "IssuesService.CreateComment", true},
		{"*Service.Create*", "Client.CreateComment", false},
		{"New*", "NewWith", true},
		{"New*", "Map.New", false},
		{"*Set*Call.Do", "InstancesSetLabelsCall.Do", true},
		{"*Set*Call.Do", "InstancesGetCall.Do", false},
		{"Client.*a*b", "Client.xaxb", true},
		{"Client.*a*b", "Client.xbxa", false},
	} {
		if got := match(test.pattern, test.symbol); got != test.want {
			t.Errorf("match(%q, %q) = %t", test.pattern, test.symbol, got)
		}
	}
}

func TestSDKPaths(t *testing.T) {
	tables := parse(t, "sdk a.b/c - *\nsdk d.e/v* - *\n")
	for path, want := range map[string]bool{
		"a.b/c": true, "a.b/c/d": true, "a.b/cd": false, "a.b": false,
		"d.e/v3": true, "d.e/v3/x": true, "d.e/f": false,
	} {
		if got := tables.IsSDK(path); got != want {
			t.Errorf("IsSDK(%s) = %t", path, got)
		}
	}
	if got := tables.SDKPaths(); !slices.Equal(got, []string{"a.b/c", "d.e/v*"}) {
		t.Errorf("SDKPaths() = %v", got)
	}
}

func TestWith(t *testing.T) {
	base := parse(t, "live a.b/c T * kind=conn\n")
	more, err := base.With([]Entry{{Role: Live, Path: "a.b/d", Symbol: "T", Attrs: map[string]string{"kind": "ws"}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := more.Role("a.b/d", "T", "", Live); !ok {
		t.Error("the new entry is not found")
	}
	if _, ok := more.Role("a.b/c", "T", "", Live); !ok {
		t.Error("the old entry is lost")
	}
	if _, ok := base.Role("a.b/d", "T", "", Live); ok {
		t.Error("the tables were changed in place")
	}
	for want, e := range map[string]Entry{
		"duplicate of t:1":   {Role: Live, Path: "a.b/c", Symbol: "T", Attrs: map[string]string{"kind": "ws"}, File: "u", Line: 7},
		"u:8: unknown role":  {Role: "lively", Path: "a.b/c", Symbol: "T", File: "u", Line: 8},
		"u:9: bad symbol":    {Role: Live, Path: "a.b/c", Symbol: "", Attrs: map[string]string{"kind": "ws"}, File: "u", Line: 9},
		"u:10: role live ne": {Role: Live, Path: "a.b/c", Symbol: "U", File: "u", Line: 10},
	} {
		if _, err := base.With([]Entry{e}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("With(%v): %v, want %q", e, err, want)
		}
	}
}

// TestKnownMeanings pins facts of the SDKs that rules depend on.
func TestKnownMeanings(t *testing.T) {
	const goSDK, mcpGo = "github.com/modelcontextprotocol/go-sdk/mcp", "github.com/mark3labs/mcp-go/server"
	for _, test := range []struct {
		path, symbol, version string
		role                  Role
		attr, want            string
	}{
		{goSDK, "NewStreamableHTTPHandler", "v1.8.0", Transport, "default", "stateful"},
		{goSDK, "NewStreamableHTTPHandler", "v1.8.0", Transport, "statelessfield", "Stateless"},
		{mcpGo, "NewStreamableHTTPServer", "v0.32.0", Transport, "default", "format"},
		{mcpGo, "NewStreamableHTTPServer", "v0.43.0", Transport, "default", "validating"},
		{mcpGo, "NewStreamableHTTPServer", "v0.43.1", Transport, "default", "format"},
		{mcpGo, "NewStreamableHTTPServer", "", Transport, "default", "format"},
		{mcpGo, "InsecureStatefulSessionIdManager", "v1.2.1", Manager, "mode", "validating"},
		{goSDK, "ServerOptions.SetCacheable", "v1.8.0", CacheScope, "default", "public"},
		{mcpGo, "WithCacheHints", "v1.2.1", CacheScope, "default", "private"},
		{"k8s.io/client-go/kubernetes/typed/core/v1", "PodInterface.Create", "v0.35.0", Effect, "verb", "create"},
		{"github.com/google/go-github/v74/github", "IssuesService.CreateComment", "v74.0.0", Effect, "verb", "send"},
		{"github.com/google/go-github/v30/github", "IssuesService.Create", "v30.1.0", Effect, "verb", "create"},
		{"github.com/aws/aws-sdk-go-v2/service/dynamodb", "Client.BatchGetItem", "", Effect, "verb", "none"},
	} {
		e, ok := Builtin().Role(test.path, test.symbol, test.version, test.role)
		if !ok || e.Get(test.attr) != test.want {
			t.Errorf("%s %s at %q: %s %s=%q (%t), want %q",
				test.path, test.symbol, test.version, test.role, test.attr, e.Get(test.attr), ok, test.want)
		}
	}
	if _, ok := Builtin().Role(goSDK, "CallToolResult.InputRequests", "v1.6.0", ResultInputs); ok {
		t.Error("input requests before the release that brought them")
	}
	if !Builtin().IsSDK(goSDK) || !Builtin().IsSDK(mcpGo) || Builtin().IsSDK("net/http") {
		t.Error("IsSDK")
	}
}

// TestDocumentation holds docs/tables.md to the closed set of roles and attributes.
func TestDocumentation(t *testing.T) {
	doc, err := os.ReadFile("../../../docs/tables.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(doc), "\n## Roles\n")
	section, _, _ = strings.Cut(section, "\n## ")
	documented := map[string]string{} // role to its row
	for line := range strings.Lines(section) {
		if rest, ok := strings.CutPrefix(line, "| `"); ok {
			role, row, _ := strings.Cut(rest, "`")
			documented[role] = row
		}
	}
	for _, s := range roleSpecs {
		row, ok := documented[string(s.role)]
		if !ok {
			t.Errorf("docs/tables.md does not document the role %s", s.role)
			continue
		}
		delete(documented, string(s.role))
		for name, kind := range s.attrs {
			attr := strings.TrimSuffix(name, "!")
			if !strings.Contains(row, "`"+attr+"`") {
				t.Errorf("docs/tables.md: the row of %s does not name its attribute %s", s.role, attr)
			}
			for _, word := range kind.words {
				if !strings.Contains(string(doc), "`"+word+"`") {
					t.Errorf("docs/tables.md does not explain %s=%s of %s", attr, word, s.role)
				}
			}
		}
	}
	for role := range documented {
		t.Errorf("docs/tables.md documents %q, which is no role", role)
	}
}

// TestPathsLiveHere keeps what the analyzers know about SDKs in these tables:
// no other code of theirs spells the import path of one.
func TestPathsLiveHere(t *testing.T) {
	root, here := filepath.Join("..", ".."), filepath.Join("..", "..", "internal", "sdk")
	checked := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || path == here) {
			return filepath.SkipDir
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		checked++
		for _, sdk := range Builtin().SDKPaths() {
			if strings.Contains(string(src), sdk) {
				t.Errorf("%s names %s: say it in a table instead", path, sdk)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if checked == 0 {
		t.Error("no files were checked")
	}
}
