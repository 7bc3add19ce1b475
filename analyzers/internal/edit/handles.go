package edit

import (
	"go/ast"
	"go/types"
	"strings"
)

// NeedsHandles refuses a rewrite that uses the scaffolded package while there is
// none, or while it lacks what the rewrite calls, and returns how to call the
// package otherwise. What the package has depends on the SDKs of the module.
func (s *Spot) NeedsHandles(names ...string) (qualifier string, imp *Edit, err error) {
	if s.Prog.Handles == "" {
		return "", nil, Refuse("it needs the package for handles: run mcpaudit scaffold handles first")
	}
	if s.Prog.Unserved && len(names) > 0 && names[0] != "NewTable" { // which needs nothing of the SDK
		return "", nil, Refuse("the package for handles has no %s, since it has nothing for this release of the SDK: upgrade the SDK, and run mcpaudit scaffold handles again", names[0])
	}
	if s.Prog.Handles == s.PkgPath() {
		return "", nil, Refuse("it is in the package for handles itself")
	}
	for _, p := range s.Prog.Packages {
		if p.Path == s.Prog.Handles {
			if Reaches(p.Types, s.Types) {
				return "", nil, Refuse("package %s imports this one", s.Prog.Handles)
			}
			for _, name := range names {
				if p.Types.Scope().Lookup(name) == nil {
					return "", nil, lacks(name)
				}
			}
			return s.Import(s.Prog.Handles, p.Types.Name())
		}
	}
	return s.Import(s.Prog.Handles, lastElement(s.Prog.Handles))
}

// HandlesFunc is a function of the scaffolded package, nil if that is not among the
// packages that were read.
func (p *Program) HandlesFunc(name string) *types.Func {
	for _, pkg := range p.Packages {
		if pkg.Path == p.Handles && pkg.Types != nil {
			fn, _ := pkg.Types.Scope().Lookup(name).(*types.Func)
			return fn
		}
	}
	return nil
}

func lacks(name string) error {
	return Refuse("the package for handles has no %s: run mcpaudit scaffold handles again; if it writes none, there is none for this release of the SDK", name)
}

// PkgPath is the import path of the place's package.
func (s *Spot) PkgPath() string { return s.Package.Path }

func lastElement(path string) string {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			return path[i+1:]
		}
	}
	return path
}

// Reaches reports whether a package is another one or imports it, directly or not.
func Reaches(from, to *types.Package) bool { return reaches(from, to, map[*types.Package]bool{}) }

func reaches(from, to *types.Package, seen map[*types.Package]bool) bool {
	if from == to {
		return true
	}
	if seen[from] {
		return false
	}
	seen[from] = true
	for _, i := range from.Imports() {
		if reaches(i, to, seen) {
			return true
		}
	}
	return false
}

// Handler says how a tool's handler looks: by its shape, which both the SDKs and
// wrappers around them share.
type Handler uint8

// The shapes.
const (
	NoHandler Handler = iota
	Plain             // func(ctx, request) (*result, error)
	Typed             // func(ctx, *request, In) (*result, Out, error)
)

// HandlerOf is the shape of a type.
func HandlerOf(t types.Type) Handler {
	sig, ok := t.Underlying().(*types.Signature)
	if !ok || sig.Variadic() {
		return NoHandler
	}
	p, r := sig.Params(), sig.Results()
	if p.Len() < 2 || r.Len() < 2 || types.TypeString(p.At(0).Type(), nil) != "context.Context" ||
		types.TypeString(r.At(r.Len()-1).Type(), nil) != "error" {
		return NoHandler
	}
	if _, ok := r.At(0).Type().(*types.Pointer); !ok {
		return NoHandler
	}
	switch {
	case p.Len() == 2 && r.Len() == 2:
		return Plain
	case p.Len() == 3 && r.Len() == 3:
		return Typed
	}
	return NoHandler
}

// Stored is the call around a handler that stores what it changes, by a wrapper of
// the scaffolded package, or the handler itself.
func (s *Spot) Stored(handler ast.Expr) ast.Expr {
	path := s.Spotted(handler)
	if len(path) < 2 {
		return handler
	}
	call, ok := path[1].(*ast.CallExpr)
	if !ok || call.Fun == handler {
		return handler
	}
	if fn := s.Callee(call); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == s.Prog.Handles && strings.HasPrefix(fn.Name(), "Stateful") {
		return call
	}
	return handler
}

// OnlyValue is the one place where a function becomes a value; nil if there are
// several, or if it is called as well.
func (p *Program) OnlyValue(fn *types.Func) (*Spot, ast.Expr) {
	var found ast.Expr
	n := 0
	for _, pkg := range p.Packages {
		for _, f := range pkg.Files {
			calls := map[ast.Expr]bool{}
			sels := map[*ast.Ident]*ast.SelectorExpr{}
			ast.Inspect(f, func(node ast.Node) bool {
				switch node := node.(type) {
				case *ast.CallExpr:
					calls[ast.Unparen(node.Fun)] = true
				case *ast.SelectorExpr:
					sels[node.Sel] = node
				case *ast.Ident:
					if pkg.Info.Uses[node] != fn {
						return true
					}
					var e ast.Expr = node
					if sel := sels[node]; sel != nil {
						e = sel
					}
					if n++; calls[e] {
						n++
					}
					found = e
				}
				return true
			})
		}
	}
	if n != 1 {
		return nil, nil
	}
	s, err := p.Place(found.Pos())
	if err != nil {
		return nil, nil
	}
	return s, found
}
