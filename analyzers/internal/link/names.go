package link

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
)

const maxNames = 24 // that one expression can stand for

// names lists the names that a value can be. The parts of a name that is put
// together are no names. What is not known of it is "*" in a format, which says
// where it stands; a prefix or a suffix that is not known is left out.
func (p *Program) names(f *Fn, v effects.Val) []string {
	d := f.Def(v)
	sum := d != nil && d.Op == effects.Bin
	var out []string
	for _, s := range p.parts(f, v) {
		if sum {
			s = strings.Trim(s, "*")
		}
		if s != "" && s != "*" {
			out = append(out, s)
		}
	}
	return out
}

func (p *Program) parts(f *Fn, v effects.Val) []string {
	var out []string
	switch d := f.Def(v); {
	case d != nil && d.Op == effects.Bin && d.S == "+":
		out = joined(p.parts(f, d.A[0]), p.parts(f, d.A[1]))
	case d != nil && d.Op == effects.Call && d.Callee.Path == "fmt" && d.Callee.Name == "Sprintf" && len(d.A) == 2:
		out = p.formatted(f, d)
	default:
		out = p.Strings(f, v)
	}
	if len(out) == 0 {
		out = []string{"*"}
	}
	return out
}

func joined(a, b []string) []string {
	var out []string
	for _, x := range a {
		for _, y := range b {
			if len(out) < maxNames {
				out = append(out, strings.ReplaceAll(x+y, "**", "*"))
			}
		}
	}
	return out
}

// formatted fills the arguments into a format.
func (p *Program) formatted(f *Fn, d *effects.Instr) []string {
	args := map[int][]string{}
	list := d.A[1]
	if s := f.Def(list); s != nil && s.Op == effects.Copy && len(s.A) == 1 {
		list = s.A[0]
	}
	for i := range f.Code {
		st := &f.Code[i]
		if st.Op != effects.Store {
			continue
		}
		at := f.Def(st.A[0])
		if at == nil || at.Op != effects.Index || at.A[0] != list {
			continue
		}
		if n, err := strconv.Atoi(at.A[1].S); err == nil {
			v := st.A[1]
			if c := f.Def(v); c != nil && c.Op == effects.Convert {
				v = c.A[0]
			}
			args[n] = p.parts(f, v)
		}
	}
	var out []string
	for _, format := range p.Strings(f, d.A[0]) {
		cur := []string{""}
		for n := 0; ; n++ {
			before, rest, ok := strings.Cut(format, "%")
			cur = joined(cur, []string{before})
			if !ok || rest == "" {
				break
			}
			verb := strings.IndexFunc(rest, func(r rune) bool { return r == '%' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' })
			if verb < 0 {
				break
			}
			if rest[verb] == '%' {
				cur = joined(cur, []string{"%"})
				n--
			} else if s := args[n]; len(s) > 0 {
				cur = joined(cur, s)
			} else {
				cur = joined(cur, []string{"*"})
			}
			format = rest[verb+1:]
		}
		out = append(out, cur...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
