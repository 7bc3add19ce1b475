package effects_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/ruletest"
)

var update = flag.Bool("update", false, "write the golden files")

func summary(t *testing.T, dir string) *effects.Package {
	t.Helper()
	sums := ruletest.Summaries(t, dir)
	if len(sums) != 1 {
		t.Fatalf("%d packages in %s", len(sums), dir)
	}
	return sums[0]
}

// dump writes what the golden files hold: every function with the guards of
// its blocks and the flags of its calls.
func dump(p *effects.Package) string {
	var b strings.Builder
	for _, f := range p.Funcs {
		b.WriteString(f.String())
		for i, blk := range f.Blocks {
			var gs []string
			for _, g := range blk.Guards {
				not := ""
				if g.Neg {
					not = "!"
				}
				gs = append(gs, not+g.Cond.String())
			}
			if len(gs) > 0 || blk.Loop {
				fmt.Fprintf(&b, "  b%d if [%s] loop %v, after b%d\n", i, strings.Join(gs, " "), blk.Loop, blk.Idom)
			}
		}
		for i := range f.Code {
			if in := &f.Code[i]; in.Op == effects.Call {
				if s := flags(in); s != "" {
					fmt.Fprintf(&b, "  call at line %d: %s\n", in.Pos.Line, s)
				}
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

func flags(in *effects.Instr) string {
	var out []string
	for _, f := range []struct {
		bit  uint8
		name string
	}{{effects.Go, "go"}, {effects.Defer, "defer"}, {effects.Invoke, "invoke"}, {effects.Dynamic, "dynamic"}, {effects.Ext, "external"}} {
		if in.Has(f.bit) {
			out = append(out, f.name)
		}
	}
	return strings.Join(out, " ")
}

func TestBuild(t *testing.T) {
	dirs, err := filepath.Glob("testdata/*")
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			got := dump(summary(t, dir))
			golden := filepath.Join(dir, "golden.txt")
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("summary changed (run with -update if it should have):\n%s", diff(string(want), got))
			}
		})
	}
}

// diff shows the lines that only one of two texts has.
func diff(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	var b strings.Builder
	for _, l := range w {
		if !slices.Contains(g, l) {
			fmt.Fprintf(&b, "- %s\n", l)
		}
	}
	for _, l := range g {
		if !slices.Contains(w, l) {
			fmt.Fprintf(&b, "+ %s\n", l)
		}
	}
	return b.String()
}

func function(t *testing.T, p *effects.Package, name string) *effects.Fn {
	t.Helper()
	for _, f := range p.Funcs {
		if f.Name == name {
			return f
		}
	}
	var names []string
	for _, f := range p.Funcs {
		names = append(names, f.Name)
	}
	t.Fatalf("no function %s among %q", name, names)
	return nil
}

// A block that runs only if a condition holds says so, and the branch that runs
// if it does not says the opposite.
func TestGuards(t *testing.T) {
	f := function(t, summary(t, "testdata/guards"), "(*box).lookup")
	guardsOf := func(line int) (out []string) {
		for i := range f.Code {
			if in := &f.Code[i]; in.Pos.Line == line && in.Op != effects.Field {
				for _, g := range f.Blocks[in.Blk].Guards {
					d := ""
					for j := range f.Code {
						if f.Code[j].Dst == g.Cond.I && g.Cond.K == effects.Reg {
							d = f.Code[j].Op.String()
						}
					}
					if g.Cond.K == effects.Reg && int(g.Cond.I) < len(f.Params) {
						d = f.Params[g.Cond.I].Name
					}
					if g.Neg {
						d = "not " + d
					}
					out = append(out, d)
				}
				return out
			}
		}
		t.Fatalf("no code in line %d", line)
		return nil
	}
	for line, want := range map[int][]string{
		9:  nil,                                      // if !b.open
		10: {"not load"},                             // return -1
		12: {"load"},                                 // v, ok :=
		14: {"load", "extract"},                      // return v
		17: {"load", "not extract", "strict", "bin"}, // return -2
	} {
		if got := guardsOf(line); !slices.Equal(got, want) {
			t.Errorf("line %d runs if %q, want %q", line, got, want)
		}
	}
	loops := 0
	for _, b := range f.Blocks {
		if b.Loop {
			loops++
		}
	}
	if loops == 0 || loops == len(f.Blocks) {
		t.Errorf("%d of %d blocks are in a loop", loops, len(f.Blocks))
	}
}

// What a package declares.
func TestDeclarations(t *testing.T) {
	p := summary(t, "testdata/memory")
	if p.Path != ruletest.App || p.Name != "app" || p.Version != effects.Version {
		t.Errorf("package %s %s, version %d", p.Path, p.Name, p.Version)
	}
	var globals []string
	for _, g := range p.Globals {
		globals = append(globals, g.ID+" "+g.Type+" "+g.Pos.String())
	}
	want := []string{"example.com/app.count int x.go:8", "example.com/app.current *example.com/app.item x.go:9", "example.com/app.failed error x.go:10"}
	if !slices.Equal(globals, want) {
		t.Errorf("variables %q, want %q", globals, want)
	}
	if len(p.Consts) != 1 || p.Consts[0].Name != "greeting" || p.Consts[0].Val != "hello" {
		t.Errorf("constants %+v", p.Consts)
	}
	if !slices.Equal(p.Imports, []string{"errors"}) {
		t.Errorf("imports %q", p.Imports)
	}
	if len(p.Types) != 1 {
		t.Fatalf("types %+v", p.Types)
	}
	var fields []string
	for _, f := range p.Types[0].Fields {
		fields = append(fields, f.Name+" "+f.Type)
	}
	if want := []string{"name string", "tags []string", "next *example.com/app.item"}; !slices.Equal(fields, want) {
		t.Errorf("fields %q, want %q", fields, want)
	}
}

// Methods come with the receiver's type, promoted ones through the field that
// they are promoted from.
func TestMethods(t *testing.T) {
	p := summary(t, "testdata/methods")
	ids := map[string]bool{}
	for _, f := range p.Funcs {
		ids[f.ID] = true
	}
	for _, td := range p.Types {
		switch td.Name {
		case "namer":
			if td.Under != "interface" || !slices.Equal(td.Iface, []string{"name"}) {
				t.Errorf("namer is %+v", td)
			}
		case "base":
			if td.Methods["twice"] != "(example.com/app.base).twice" || td.Methods["name"] != "(*example.com/app.base).name" {
				t.Errorf("methods of base: %v", td.Methods)
			}
		case "outer":
			for _, m := range []string{"name", "twice"} {
				id := td.Methods[m]
				if id == "" || !ids[id] {
					t.Errorf("outer.%s is %q, which has no summary", m, id)
					continue
				}
				i := slices.IndexFunc(p.Funcs, func(f *effects.Fn) bool { return f.ID == id })
				if f := p.Funcs[i]; !f.Synth || !strings.Contains(f.String(), "example.com/app.outer.base") {
					t.Errorf("outer.%s does not go through the field base:\n%s", m, f)
				}
			}
		default:
			t.Errorf("type %s", td.Name)
		}
	}
}

// Instances of generic functions have summaries of their own, under the names
// by which their callers call them.
func TestGenerics(t *testing.T) {
	p := summary(t, "testdata/generics")
	use := function(t, p, "use")
	called := 0
	for i := range use.Code {
		in := &use.Code[i]
		if in.Op != effects.Call || in.Has(effects.Dynamic) {
			continue
		}
		called++
		j := slices.IndexFunc(p.Funcs, func(f *effects.Fn) bool { return f.ID == in.S })
		if j < 0 {
			t.Errorf("%s has no summary", in.S)
			continue
		}
		if !strings.Contains(in.S, "[int]") && !strings.Contains(in.S, "[string, int]") && !strings.Contains(in.S, "[string int]") {
			t.Errorf("%s is no instance", in.S)
		}
		if len(p.Funcs[j].Code) == 0 {
			t.Errorf("%s has no code", in.S)
		}
	}
	if called != 2 {
		t.Errorf("%d calls, want 2", called)
	}
}

// A summary survives being stored: as a fact it goes through gob, in a cache it
// may be JSON.
func TestRoundTrip(t *testing.T) {
	dirs, err := filepath.Glob("testdata/*")
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	asJSON := func(p *effects.Package) []byte {
		b, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, dir := range dirs {
		p := summary(t, dir)
		want := asJSON(p)
		var viaJSON, viaGob effects.Package
		if err := json.Unmarshal(want, &viaJSON); err != nil {
			t.Fatal(err)
		}
		var buf bytes.Buffer
		if err := gob.NewEncoder(&buf).Encode(p); err != nil {
			t.Fatal(err)
		}
		if err := gob.NewDecoder(&buf).Decode(&viaGob); err != nil {
			t.Fatal(err)
		}
		for how, q := range map[string]*effects.Package{"JSON": &viaJSON, "gob": &viaGob} {
			if got := asJSON(q); !bytes.Equal(got, want) {
				t.Errorf("%s: the summary changes through %s", dir, how)
			}
			if dump(q) != dump(p) {
				t.Errorf("%s: the functions change through %s:\n%s", dir, how, diff(dump(p), dump(q)))
			}
		}
	}
}

// The same source makes the same summary.
func TestDeterministic(t *testing.T) {
	for _, dir := range []string{"testdata/methods", "testdata/calls"} {
		a, err := json.Marshal(summary(t, dir))
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			b, err := json.Marshal(summary(t, dir))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(a, b) {
				t.Errorf("%s: two summaries differ", dir)
			}
		}
	}
}
