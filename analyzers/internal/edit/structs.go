package edit

import (
	"go/ast"
	"go/types"
	"reflect"
	"strconv"
	"strings"
)

// StructType finds the declaration of a named struct in the packages that were
// read. It refuses a struct whose literals have no field names, since those
// would not compile with one more field, and one that makes its JSON itself.
func (p *Program) StructType(t types.Type) (*Spot, *ast.StructType, error) {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return nil, nil, Refuse("the type %s has no declaration to add a field to", t)
	}
	if named.TypeArgs().Len() > 0 || named.TypeParams().Len() > 0 {
		return nil, nil, Refuse("the type %s is generic", named.Obj().Name())
	}
	if _, ok := named.Underlying().(*types.Struct); !ok {
		return nil, nil, Refuse("the type %s is not a struct", named.Obj().Name())
	}
	if m := OwnJSON(named); m != "" {
		return nil, nil, Refuse("the type %s has a method %s, which would leave a new field out", named.Obj().Name(), m)
	}
	for _, pkg := range p.Packages {
		if pkg.Types != named.Obj().Pkg() {
			continue
		}
		for _, f := range pkg.Files {
			if named.Obj().Pos() < f.FileStart || named.Obj().Pos() >= f.FileEnd {
				continue
			}
			s, err := p.spot(pkg, f, named.Obj().Pos())
			if err != nil {
				return nil, nil, err
			}
			spec, ok := Find[*ast.TypeSpec](s)
			if !ok {
				break
			}
			st, ok := spec.Type.(*ast.StructType)
			if !ok {
				return nil, nil, Refuse("the type %s takes its fields from another type", named.Obj().Name())
			}
			return s, st, p.keyed(named)
		}
	}
	return nil, nil, Refuse("the type %s is declared outside the packages that were read", named.Obj().Name())
}

// keyed refuses a struct that a literal without field names makes, or that is
// converted to or from another struct type.
func (p *Program) keyed(named *types.Named) error {
	var err error
	for _, pkg := range p.Packages {
		for _, f := range pkg.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CompositeLit:
					if t := pkg.Info.TypeOf(n); t != nil && identical(t, named) && len(n.Elts) > 0 {
						if _, ok := n.Elts[0].(*ast.KeyValueExpr); !ok {
							err = Refuse("%s: a literal of %s has no field names", p.Position(n.Pos()), named.Obj().Name())
						}
					}
				case *ast.CallExpr:
					if tv := pkg.Info.Types[n.Fun]; tv.IsType() && len(n.Args) == 1 {
						from := pkg.Info.TypeOf(n.Args[0])
						if from != nil && isStruct(from) && isStruct(tv.Type) && identical(tv.Type, named) != identical(from, named) {
							err = Refuse("%s: %s is converted to or from another type", p.Position(n.Pos()), named.Obj().Name())
						}
					}
				}
				return err == nil
			})
		}
	}
	return err
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// OwnJSON is the method by which a type reads or writes its JSON itself, also one
// that it has from an embedded field; "" if package json does it by its fields.
func OwnJSON(t types.Type) string {
	for _, name := range []string{"UnmarshalJSON", "MarshalJSON", "UnmarshalText", "MarshalText"} {
		if m, _, _ := types.LookupFieldOrMethod(t, true, nil, name); m != nil {
			if _, ok := m.(*types.Func); ok {
				return name
			}
		}
	}
	return ""
}

func identical(t types.Type, named *types.Named) bool {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj() == named.Obj()
}

// Clash names a field of a struct, or of what it embeds, that one with a Go name
// and a JSON name would hide or meet; "" if there is none.
func Clash(t *types.Struct, name, jsonName string) string {
	return clash(t, name, jsonName, map[*types.Struct]bool{})
}

func clash(t *types.Struct, name, jsonName string, seen map[*types.Struct]bool) string {
	seen[t] = true
	for i := range t.NumFields() {
		f := t.Field(i)
		tag, _, _ := strings.Cut(reflect.StructTag(t.Tag(i)).Get("json"), ",")
		if strings.EqualFold(f.Name(), name) || strings.EqualFold(tag, jsonName) {
			return f.Name()
		}
		typ := f.Type()
		if ptr, ok := types.Unalias(typ).(*types.Pointer); ok {
			typ = ptr.Elem()
		}
		if st, ok := typ.Underlying().(*types.Struct); ok && f.Embedded() && !seen[st] {
			if in := clash(st, name, jsonName, seen); in != "" {
				return f.Name() + "." + in
			}
		}
	}
	return ""
}

// AddField adds a field as the last one of a struct. It refuses one whose Go
// name or JSON name is taken.
func (s *Spot) AddField(st *ast.StructType, name, typ, jsonName, options, doc string) (Edit, error) {
	t, ok := s.Info.TypeOf(st).(*types.Struct)
	if !ok {
		return Edit{}, Refuse("the struct at line %d has no type", s.Line(st.Pos()))
	}
	if f := Clash(t, name, jsonName); f != "" {
		return Edit{}, Refuse("the struct at line %d has a field %s already", s.Line(st.Pos()), f)
	}
	tag := "`json:" + strconv.Quote(jsonName+options)
	if doc != "" {
		tag += " jsonschema:" + strconv.Quote(doc)
	}
	line := name + " " + typ + " " + tag + "`"
	list := st.Fields.List
	if len(list) == 0 {
		if s.Line(st.Fields.Opening) != s.Line(st.Fields.Closing) {
			return Insert(st.Fields.Closing, "\t"+line+"\n"), nil
		}
		return Edit{st.Fields.Opening + 1, st.Fields.Closing, "\n\t" + s.Indent(st) + line + "\n" + s.Indent(st)}, nil
	}
	last := list[len(list)-1]
	if s.Line(last.End()) == s.Line(st.Fields.Closing) {
		return Insert(last.End(), "; "+line), nil
	}
	return Insert(s.endOfLine(last), "\n"+s.Indent(last)+line), nil
}
