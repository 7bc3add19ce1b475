package scan

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// dropIllTyped takes the bodies of functions that do not type-check out of a
// package, so that SSA can be built for the rest. It reports how many.
func dropIllTyped(p *pkg, errs []token.Pos) int {
	n := 0
	for _, f := range p.files {
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Body == nil {
				continue
			}
			bad := false
			for _, e := range errs {
				if fd.Pos() <= e && e < fd.End() {
					bad = true
				}
			}
			if bad || illTyped(p.info, fd) {
				fd.Body = nil
				n++
			}
		}
	}
	keep := p.info.InitOrder[:0]
	for _, in := range p.info.InitOrder {
		if !illTyped(p.info, in.Rhs) {
			keep = append(keep, in)
		}
	}
	p.info.InitOrder = keep
	return n
}

// illTyped reports whether any expression below a node has no valid type.
func illTyped(info *types.Info, n ast.Node) bool {
	bad := false
	ast.Inspect(n, func(n ast.Node) bool {
		if bad {
			return false
		}
		switch n := n.(type) {
		case *ast.Ident:
			if n.Name == "_" {
				return true
			}
			switch o := info.ObjectOf(n).(type) { // names of packages, labels and builtins have no type to begin with
			case *types.Const, *types.Func, *types.TypeName, *types.Var:
				if invalid(o.Type(), 0) {
					bad = true
				}
			}
		case *ast.KeyValueExpr, *ast.ParenExpr:
		case ast.Expr:
			if tv, ok := info.Types[n]; ok && invalid(tv.Type, 0) {
				bad = true
			}
			if sel, ok := n.(*ast.SelectorExpr); ok && info.Uses[sel.Sel] == nil && info.Selections[sel] == nil {
				bad = true
			}
		}
		return !bad
	})
	return bad
}

func invalid(t types.Type, depth int) bool {
	if t == nil || depth > 4 {
		return false
	}
	switch t := t.(type) {
	case *types.Basic:
		return t.Kind() == types.Invalid
	case *types.Pointer:
		return invalid(t.Elem(), depth+1)
	case *types.Slice:
		return invalid(t.Elem(), depth+1)
	case *types.Array:
		return invalid(t.Elem(), depth+1)
	case *types.Map:
		return invalid(t.Key(), depth+1) || invalid(t.Elem(), depth+1)
	case *types.Tuple:
		for i := range t.Len() {
			if invalid(t.At(i).Type(), depth+1) {
				return true
			}
		}
	case *types.Signature:
		return invalid(t.Params(), depth+1) || invalid(t.Results(), depth+1)
	case *types.Named:
		return invalid(t.Underlying(), depth+2)
	case *types.Alias:
		return invalid(types.Unalias(t), depth+1)
	}
	return false
}

// createMissing tells SSA of packages that could not be loaded: type-checking
// put empty ones in their place.
func createMissing(prog *ssa.Program, p *types.Package) {
	for _, imp := range p.Imports() {
		if prog.Package(imp) == nil && imp != types.Unsafe {
			prog.CreatePackage(imp, nil, nil, false)
		}
	}
}
