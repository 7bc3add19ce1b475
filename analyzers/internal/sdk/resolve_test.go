package sdk

import (
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// sources type-checks the declarations of packages from source: function
// bodies are skipped, and a package that is in none of the modules is an empty
// stand-in, so that one module can be read without its dependencies.
type sources struct {
	fset    *token.FileSet
	modules map[string]string // module path to directory
	loaded  map[string]*types.Package
	std     *sources // where the standard library is kept; nil for itself
}

func newStd() *sources {
	return &sources{fset: token.NewFileSet(), loaded: map[string]*types.Package{"unsafe": types.Unsafe}}
}

func newSources(std *sources, modules map[string]string) *sources {
	return &sources{fset: std.fset, modules: modules, loaded: map[string]*types.Package{}, std: std}
}

var errNotThere = errors.New("no such package")

func (s *sources) Import(path string) (*types.Package, error) {
	pkg, err := s.load(path)
	if err == nil {
		return pkg, nil
	}
	name := path[strings.LastIndexByte(path, '/')+1:]
	if isMajor(name) {
		name = parent(path)
		name = name[strings.LastIndexByte(name, '/')+1:]
	}
	pkg = types.NewPackage(path, strings.TrimPrefix(name, "go-"))
	pkg.MarkComplete()
	s.loaded[path] = pkg
	return pkg, nil
}

// load returns the package of a path, or errNotThere.
func (s *sources) load(path string) (*types.Package, error) {
	if pkg := s.loaded[path]; pkg != nil {
		return pkg, nil
	}
	for p := path; p != ""; p = parent(p) {
		if dir := s.modules[p]; dir != "" {
			return s.check(path, filepath.Join(dir, strings.TrimPrefix(path, p)))
		}
	}
	if first, _, _ := strings.Cut(path, "/"); !strings.Contains(first, ".") {
		if s.std != nil {
			return s.std.load(path)
		}
		src := filepath.Join(build.Default.GOROOT, "src")
		if vendored := filepath.Join(src, "vendor", path); isDir(vendored) {
			return s.check(path, vendored)
		}
		return s.check(path, filepath.Join(src, path))
	}
	if s.std == nil {
		if vendored := filepath.Join(build.Default.GOROOT, "src", "vendor", path); isDir(vendored) {
			return s.check(path, vendored)
		}
	}
	return nil, errNotThere
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func (s *sources) check(path, dir string) (*types.Package, error) {
	ctx := build.Default
	ctx.CgoEnabled = false
	found, err := ctx.ImportDir(dir, 0)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", errNotThere, path, err)
	}
	var parsed []*ast.File
	for _, name := range found.GoFiles {
		f, err := parser.ParseFile(s.fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, f)
	}
	// What the stand-ins lack is reported as an error and of no interest here.
	config := types.Config{Importer: s, IgnoreFuncBodies: true, Error: func(error) {}}
	pkg, _ := config.Check(path, s.fset, parsed, nil)
	s.loaded[path] = pkg
	return pkg, nil
}

// resolution is what a symbol of a table turned out to be.
type resolution struct {
	obj   types.Object
	owner *types.Named     // of a field or method
	sig   *types.Signature // of a function, method or function type
}

// resolve finds a symbol without patterns. A field or method must be declared
// by the type itself: a promoted one belongs to the embedded type's line.
func resolve(pkg *types.Package, symbol string) (resolution, bool) {
	typeName, member, isMember := strings.Cut(symbol, ".")
	obj := pkg.Scope().Lookup(typeName)
	if obj == nil {
		return resolution{}, false
	}
	if !isMember {
		return signature(resolution{obj: obj}), true
	}
	named, ok := obj.Type().(*types.Named)
	if _, isType := obj.(*types.TypeName); !ok || !isType {
		return resolution{}, false
	}
	r := resolution{owner: named}
	for m := range named.Methods() {
		if m.Name() == member {
			r.obj = m
		}
	}
	switch u := named.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if f.Name() == member {
				r.obj = f
			}
		}
	case *types.Interface:
		for m := range u.ExplicitMethods() {
			if m.Name() == member {
				r.obj = m
			}
		}
	}
	return signature(r), r.obj != nil
}

func signature(r resolution) resolution {
	if r.obj == nil {
		return r
	}
	r.sig, _ = r.obj.Type().Underlying().(*types.Signature)
	return r
}

// misfit reports which attribute of an entry does not fit the declaration, or "".
func misfit(e Entry, r resolution) string {
	spec := specByRole[e.Role]
	_, isFunc := r.obj.(*types.Func)
	if _, takesFn := spec["fn"]; isFunc && takesFn && strings.HasPrefix(string(e.Role), "root.") && e.Get("fn") == "" {
		return "a function that registers a root needs fn="
	}
	for name, value := range e.Attrs {
		kind, ok := spec[name]
		if !ok {
			kind = spec[name+"!"]
		}
		switch {
		case kind.name == "index" || kind.name == "ident" && !isIdent(value):
			if msg := misfitIndex(e, r, name); msg != "" {
				return msg
			}
		case name == "iface":
			for method := range strings.SplitSeq(value, ",") {
				if !hasMethod(e, r, method) {
					return fmt.Sprintf("iface=%s: no method %s", value, method)
				}
			}
		case name == "targ" || name == "ttl":
		case kind.name == "ident":
			if !hasField(e, r, value) {
				return fmt.Sprintf("%s=%s: no such field", name, value)
			}
		}
	}
	return ""
}

// misfitID reports why a hook cannot get a JSON-RPC id, which is a number or a
// string, as its parameter n, or "".
func misfitID(e Entry, r resolution, n int) string {
	hook := r.obj.Type()
	if fn, ok := e.Int("fn"); ok && r.sig != nil && fn < r.sig.Params().Len() {
		hook = r.sig.Params().At(fn).Type()
	} else if list, ok := hook.Underlying().(*types.Slice); ok {
		hook = list.Elem()
	}
	sig, ok := hook.Underlying().(*types.Signature)
	if !ok || n >= sig.Params().Len() || !types.IsInterface(sig.Params().At(n).Type()) {
		return fmt.Sprintf("id=%d: the hook has no such parameter for an id", n)
	}
	return ""
}

func misfitIndex(e Entry, r resolution, attr string) string {
	n, _ := e.Int(attr)
	if n < 0 { // the receiver, the result
		return ""
	}
	if attr == "args" { // counts the handler's parameters, not the function's
		return ""
	}
	if attr == "id" {
		return misfitID(e, r, n)
	}
	if r.sig == nil {
		return fmt.Sprintf("%s=%s: not a function", attr, e.Get(attr))
	}
	tuple := r.sig.Params()
	if attr == "result" {
		tuple = r.sig.Results()
	}
	if n >= tuple.Len() {
		return fmt.Sprintf("%s=%s: only %d", attr, e.Get(attr), tuple.Len())
	}
	t := types.Unalias(tuple.At(n).Type())
	if _, isSlice := t.Underlying().(*types.Slice); e.Variadic(attr) != isSlice && (e.Variadic(attr) || attr == "fn") {
		return fmt.Sprintf("%s=%s: the argument is a %s", attr, e.Get(attr), t)
	}
	if attr == "fn" && !e.Variadic(attr) {
		switch t.Underlying().(type) {
		case *types.Signature, *types.Interface, *types.Pointer:
		case *types.Basic: // invalid: declared by a stand-in
			if t != types.Typ[types.Invalid] {
				return fmt.Sprintf("fn=%d: the argument is a %s", n, t)
			}
		default:
			return fmt.Sprintf("fn=%d: the argument is a %s", n, t)
		}
	}
	return ""
}

// hasMethod reports whether the interface that an entry speaks of has a
// method: its type, or the type of the argument that fn= names.
func hasMethod(e Entry, r resolution, method string) bool {
	t := r.obj.Type()
	if n, ok := e.Int("fn"); ok {
		t = r.sig.Params().At(n).Type()
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, r.obj.Pkg(), method)
	_, isFunc := obj.(*types.Func)
	return isFunc
}

// hasField reports whether one of the structs that an entry may speak of has a
// field: the type itself, the field's owner, the type of an argument.
func hasField(e Entry, r resolution, field string) bool {
	candidates := []types.Type{r.obj.Type()}
	if r.owner != nil {
		candidates = append(candidates, r.owner)
	}
	if r.sig != nil {
		for p := range r.sig.Params().Variables() {
			candidates = append(candidates, p.Type())
		}
	}
	return slices.ContainsFunc(candidates, func(t types.Type) bool {
		if _, isSig := t.Underlying().(*types.Signature); isSig {
			return false
		}
		obj, _, _ := types.LookupFieldOrMethod(t, true, r.obj.Pkg(), field)
		v, isVar := obj.(*types.Var)
		return isVar && v.IsField()
	})
}
