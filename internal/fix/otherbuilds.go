package fix

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// otherBuild finds a file that the build of this machine leaves out, as one for
// another system does, and that mentions a declaration which the changed files
// no longer have, or have otherwise: nothing here compiles it.
func (r *run) otherBuild(files map[string]bool, after map[string][]byte) (file, why string, err error) {
	changed := map[string]bool{}
	for name := range files {
		before, err := r.read(name)
		if err != nil {
			return "", "", err
		}
		was, is := declarations(before), declarations(after[name])
		for decl, text := range was {
			if is[decl] != text {
				changed[decl] = true
			}
		}
	}
	if len(changed) == 0 {
		return "", "", nil
	}
	left, err := r.leftOut()
	if err != nil {
		return "", "", err
	}
	for _, name := range left {
		src, err := r.read(name)
		if err != nil {
			return "", "", err
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
		if err != nil {
			continue // nor does it compile where it belongs
		}
		dir := filepath.Dir(name)
		here := slices.ContainsFunc(slices.Collect(maps.Keys(files)), func(c string) bool { return filepath.Dir(c) == dir })
		if decl := mentioned(f, changed, here); decl != "" {
			return name, fmt.Sprintf("%s, which this build leaves out, uses %s, which changes: rewrite by hand", filepath.ToSlash(rel(r.now.Root, name)), decl), nil
		}
	}
	return "", "", nil
}

// leftOut lists the Go files of the module that the build of this machine leaves
// out.
func (r *run) leftOut() ([]string, error) {
	if r.left != nil {
		return *r.left, nil
	}
	var out []string
	err := filepath.WalkDir(r.now.Root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if path != r.now.Root && (name == "vendor" || name == "testdata" || name == "node_modules" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")) {
				return filepath.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(name, ".go") && d.Type().IsRegular() {
			if in, err := build.Default.MatchFile(filepath.Dir(path), name); err == nil && !in {
				out = append(out, path)
			}
		}
		return nil
	})
	r.left = &out
	return out, err
}

// declarations are what others of a program can use of a file: functions and
// methods with their signatures, variables and constants, types, and fields under
// their names; each with its text.
func declarations(src []byte) map[string]string {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", src, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	text := func(n any) string {
		var b bytes.Buffer
		if format.Node(&b, fset, n) != nil {
			return ""
		}
		return b.String()
	}
	out := map[string]string{}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			out[d.Name.Name] += " " + text(d.Type)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.ValueSpec:
					for _, n := range s.Names {
						out[n.Name] += " " + text(&ast.ValueSpec{Names: s.Names, Type: s.Type, Values: s.Values})
					}
				case *ast.TypeSpec:
					st, ok := s.Type.(*ast.StructType)
					if !ok {
						out[s.Name.Name] += " " + text(s.Type)
						continue
					}
					n := 0
					for _, field := range st.Fields.List {
						n += max(1, len(field.Names))
						for _, name := range field.Names {
							out[name.Name] += " " + text(field.Type)
						}
					}
					out[s.Name.Name+"{}"] += fmt.Sprint(" ", n)
				}
			}
		}
	}
	return out
}

// mentioned is one of the changed declarations that a file uses; a file of
// another package can only use exported ones.
func mentioned(f *ast.File, changed map[string]bool, here bool) string {
	found := ""
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if changed[n.Name] && (here || ast.IsExported(n.Name)) {
				found = n.Name
			}
		case *ast.CompositeLit: // without the names of its fields
			id, _ := n.Type.(*ast.Ident)
			if sel, ok := n.Type.(*ast.SelectorExpr); ok {
				id = sel.Sel
			}
			if id != nil && changed[id.Name+"{}"] && len(n.Elts) > 0 {
				if _, keyed := n.Elts[0].(*ast.KeyValueExpr); !keyed {
					found = id.Name
				}
			}
		}
		return found == ""
	})
	return found
}

func rel(root, name string) string {
	if out, err := filepath.Rel(root, name); err == nil {
		return out
	}
	return name
}
