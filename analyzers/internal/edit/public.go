package edit

import (
	"go/types"
	"slices"
	"strings"
)

// Public reports whether other modules can call a function of a package, in a module
// that is there to be used so.
func (p *Program) Public(pkg *Package, fn *types.Func) bool {
	if !fn.Exported() || !p.Library(pkg) {
		return false
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		return true
	}
	t := recv.Type()
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return !ok || n.Obj().Exported()
}

// Library reports whether other modules can use what a package exports, and the
// module has no program of its own.
func (p *Program) Library(pkg *Package) bool {
	if slices.ContainsFunc(p.Packages, func(p *Package) bool { return p.Types.Name() == "main" }) {
		return false
	}
	first, _, _ := strings.Cut(pkg.Path, "/")
	return !strings.Contains("/"+pkg.Path+"/", "/internal/") && strings.Contains(first, ".")
}
