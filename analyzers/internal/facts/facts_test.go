package facts

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
)

// Bounds on facts. A summary takes about 14 bytes an instruction; what is far
// above has something in it that linking does not need.
const (
	maxPerInstr = 24
	maxFixed    = 4 << 10
	maxFact     = 64 << 10 // of any package of the fixtures
)

// facts analyses a module and returns the encoded facts of all packages.
func facts(t *testing.T, pkgs []*packages.Package) map[string][]byte {
	t.Helper()
	graph, err := checker.Analyze([]*analysis.Analyzer{Summary}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	for act := range graph.All() {
		if act.Err != nil {
			t.Fatalf("%s: %v", act, act.Err)
		}
		f := new(Fact)
		if !act.PackageFact(act.Package.Types, f) {
			continue
		}
		data, err := f.GobEncode()
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			again, err := f.GobEncode()
			if err != nil || !bytes.Equal(again, data) {
				t.Fatalf("%s: the fact has different encodings (%v)", act.Package.PkgPath, err)
			}
		}
		out[act.Package.PkgPath] = data
	}
	return out
}

func load(t *testing.T, dir string) []*packages.Package {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Dir: dir, Mode: packages.LoadAllSyntax | packages.NeedModule}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	return pkgs
}

func TestFacts(t *testing.T) {
	for _, module := range []string{"gosdk", "mcpgo"} {
		t.Run(module, func(t *testing.T) {
			pkgs := load(t, "../../../fixtures/"+module)
			got := facts(t, pkgs)
			for path, data := range facts(t, pkgs) {
				if !bytes.Equal(data, got[path]) {
					t.Errorf("%s: another run makes another fact", path)
				}
			}
			summaries := 0
			for path, data := range got {
				b := new(Fact)
				if err := b.GobDecode(data); err != nil {
					t.Fatal(err)
				}
				in, err := b.bundle()
				if err != nil {
					t.Fatal(err)
				}
				if again, err := b.GobEncode(); err != nil || !bytes.Equal(again, data) {
					t.Errorf("%s: the fact changes when it is read and written (%v)", path, err)
				}
				instrs := 0
				for _, p := range in.Packages {
					for _, f := range p.Funcs {
						instrs += len(f.Code)
					}
				}
				if len(data) > maxFact || len(data) > maxFixed+maxPerInstr*instrs {
					t.Errorf("%s: %d bytes for %d instructions", path, len(data), instrs)
				}
				ours := strings.HasPrefix(path, "github.com/mcpaudit/")
				if p := find(in.Packages, path); p != nil {
					summaries++
					if !ours || p.Name == "main" || len(p.Consts)+len(p.Imports) > 0 {
						t.Errorf("%s: %s", path, b)
					}
				} else if ours {
					t.Errorf("%s has no summary: %s", path, b)
				}
			}
			if summaries == 0 {
				t.Error("no package has a summary")
			}
			// Of an SDK its version is told, of other dependencies nothing.
			for _, sdk := range []struct{ module, path, version string }{
				{"gosdk", "github.com/modelcontextprotocol/go-sdk/mcp", "v1.8.0"}, {"mcpgo", "github.com/mark3labs/mcp-go/server", "v1.2.1"},
			} {
				f := new(Fact)
				if err := f.GobDecode(got[sdk.path]); err != nil {
					t.Fatal(err)
				}
				if sdk.module == module && !strings.Contains(f.String(), sdk.path+"@"+sdk.version) {
					t.Errorf("%s: %s", sdk.path, f)
				}
			}
			for _, path := range []string{"net/http", "encoding/json", "github.com/redis/go-redis/v9"} {
				if got[path] != nil {
					t.Errorf("%s has a fact of %d bytes", path, len(got[path]))
				}
			}
		})
	}
}

// fill gives every field below v a value that is not zero.
func fill(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), depth+1)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), depth)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), depth)
		fill(v.Index(1), depth)
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		k, e := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(k, depth)
		fill(e, depth)
		v.SetMapIndex(k, e)
	case reflect.String:
		v.SetString(fmt.Sprint("s", depth))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Uint8, reflect.Uint64, reflect.Uint32:
		v.SetUint(7)
	default:
		v.SetInt(-3)
	}
}

// Every field of a summary must survive, those that are added later as well.
func TestFactGob(t *testing.T) {
	want := new(bundle)
	fill(reflect.ValueOf(want).Elem(), 0)
	fact := newFact(want)

	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(fact); err != nil {
		t.Fatal(err)
	}
	got := new(Fact)
	if err := gob.NewDecoder(&buf).Decode(got); err != nil {
		t.Fatal(err)
	}
	b, err := got.bundle()
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(b, want) {
		t.Errorf("got %+v\nwant %+v", b, want)
	}
	if s := got.String(); s != fact.String() || !strings.Contains(s, "2 funcs") {
		t.Errorf("String: %s, was %s", s, fact)
	}
}

// The go command compares facts by their bytes. Summaries hold maps.
func TestFactDeterministic(t *testing.T) {
	methods := effects.Methods{}
	for i := range 20 {
		methods[string(rune('A'+i))] = "f" + strconv.Itoa(i)
	}
	var first []byte
	for range 10 {
		data, err := newFact(&bundle{Packages: []*effects.Package{{Path: "p", Types: []effects.TypeDef{{ID: "p.T", Methods: methods}}}}}).GobEncode()
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = data
		}
		if !bytes.Equal(data, first) {
			t.Fatal("two encodings of one fact differ")
		}
	}
	f := new(Fact)
	if err := f.GobDecode(first); err != nil {
		t.Fatal(err)
	}
	b, err := f.bundle()
	if err != nil || !maps.Equal(b.Packages[0].Types[0].Methods, methods) {
		t.Errorf("%+v %v", b, err)
	}
}

// A damaged fact is an error, or reads as something; it does not panic.
func TestFactDamaged(t *testing.T) {
	data, err := newFact(&bundle{Speaks: true, Packages: []*effects.Package{{Path: "p", Types: []effects.TypeDef{{ID: "p.T", Methods: effects.Methods{"M": "f"}}}}}}).GobEncode()
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for i := range data {
		for _, damaged := range [][]byte{data[:i], slices.Concat(data[:i], []byte{data[i] ^ 0x11}, data[i+1:])} {
			f := new(Fact)
			if err := f.GobDecode(damaged); err != nil {
				t.Fatal(err)
			}
			if _, err := f.bundle(); err != nil {
				refused++
			}
		}
	}
	if refused < len(data) {
		t.Errorf("%d damaged facts of %d bytes are refused", refused, len(data))
	}
	for _, damaged := range []string{"\x05", "\x01M", "\x01M\x09f", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"} {
		if err := new(effects.Methods).GobDecode([]byte(damaged)); err == nil {
			t.Errorf("%q reads as methods", damaged)
		}
	}
}

func TestFactRefused(t *testing.T) {
	other := newFact(&bundle{Speaks: true})
	other.b.Format = effects.Version + 1
	data, err := other.GobEncode()
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"a summary of another format": data, "no summary": []byte("x"), "nothing": nil} {
		f := new(Fact)
		if err := f.GobDecode(data); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := f.bundle(); err == nil {
			t.Errorf("%s is read", name)
		}
		if f.String() == "" {
			t.Errorf("%s: no String", name)
		}
	}
	if b, err := new(Fact).bundle(); err != nil || len(b.Packages) > 0 {
		t.Errorf("no fact: %v, %v", b, err)
	}
}
