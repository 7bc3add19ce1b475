package edit

import (
	"go/ast"
	"go/constant"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// fewIDs is up to which number a text is taken for an id that was counted up, and
// not for one that nobody has, as tests of errors use them.
const fewIDs = 30

// told finds a text that knows an id which is counted up: a test that expects it,
// or a description that tells callers what to bring.
//
//	want := "draft-1"
//	Description: "Sends a draft, such as draft-1."
func (s *Spot) told(parts []idPart) (at token.Pos, id string) {
	var form strings.Builder
	for _, p := range parts {
		switch {
		case p.weak != nil && s.countsUp(p.weak):
			form.WriteString("([0-9]+)")
		case p.weak != nil || p.kept != "":
			return token.NoPos, "" // nobody knows one
		default:
			form.WriteString(regexp.QuoteMeta(p.text))
		}
	}
	named := slices.ContainsFunc(parts, func(p idPart) bool { return strings.TrimFunc(p.text, notLetter) != "" })
	whole := regexp.MustCompile("^" + form.String() + "$")
	word := regexp.MustCompile(`(?:^|[^A-Za-z0-9_-])` + form.String() + `(?:$|[^A-Za-z0-9_-])`)
	for _, pkg := range s.Prog.All() {
		for _, f := range pkg.Files {
			if pkg.Path == s.Prog.Handles {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				lit, ok := n.(*ast.BasicLit)
				if !ok || at.IsValid() || lit.Kind != token.STRING {
					return !at.IsValid()
				}
				text, err := strconv.Unquote(lit.Value)
				if err != nil {
					return true
				}
				re := whole
				if named {
					re = word
				} else if !pkg.Test {
					return true // a number may be anything
				}
				for _, m := range re.FindAllStringSubmatch(text, -1) {
					if n, err := strconv.Atoi(m[1]); err == nil && n <= fewIDs {
						at, id = lit.Pos(), strings.Trim(m[0], " ,.;:()[]{}\"'`")
					}
				}
				return true
			})
		}
	}
	return at, id
}

func notLetter(r rune) bool { return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') }

// countsUp reports whether a number is counted up in memory, and does not come
// from the clock or from chance.
func (s *Spot) countsUp(e ast.Expr) bool {
	if tv := s.Info.Types[e]; tv.Value != nil && tv.Value.Kind() == constant.Int {
		return false
	}
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			if fn := s.Callee(c); fn != nil && fn.Pkg() != nil && slices.Contains([]string{"time", "math/rand", "math/rand/v2"}, fn.Pkg().Path()) {
				found = true
			}
		}
		return !found
	})
	if id, ok := ast.Unparen(e).(*ast.Ident); ok && !found {
		if def := s.Definition(id); def != nil {
			return s.countsUp(def)
		}
	}
	return !found
}
