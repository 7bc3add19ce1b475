package writes

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
)

// choices tells which of several definitions a handler belongs to where one
// loop registers all of them: by the constant under which the handler, or what
// makes it, is chosen.
type choices struct {
	w *walker
	// keys holds the constants under which functions stand in maps.
	keys map[*link.Fn][]string
	// rows holds, by another text of the same struct, the definitions that are
	// written down as rows of a table.
	rows map[string][]naming
	// byName holds the same by their names.
	byName map[string][]naming
}

const maxChoice = 4 // calls between a choice and the handler

func (w *walker) choices() *choices {
	c := &choices{w: w, keys: map[*link.Fn][]string{}, rows: map[string][]naming{}, byName: map[string][]naming{}}
	for _, f := range w.v.Fns {
		if f.Test || f.Clone != nil {
			continue
		}
		rows := map[effects.Val]*row{}
		for i := range f.Code {
			in := &f.Code[i]
			switch in.Op {
			case effects.MapSet:
				if in.A[1].K == effects.Const && in.A[1].I == 1 {
					for _, g := range w.v.FuncsOf(f, in.A[2]) {
						c.keys[g] = append(c.keys[g], in.A[1].S)
					}
				}
			case effects.Store:
				if in.A[1].K == effects.Const && in.A[1].I == 1 {
					addRow(rows, f, in)
				}
			}
		}
		for _, r := range rows {
			if r.name == "" {
				continue
			}
			n := naming{name: r.name, def: link.Def{Name: r.name, Desc: r.desc, Fn: f, Pos: r.pos}, frame: &frame{fn: f}}
			c.byName[r.name] = append(c.byName[r.name], n)
			for _, k := range r.keys {
				c.rows[k] = append(c.rows[k], n)
			}
		}
	}
	return c
}

// row is what one struct of a table says: a name, and texts that may stand for it.
type row struct {
	name, desc string
	keys       []string
	pos        effects.Pos
}

func addRow(rows map[effects.Val]*row, f *link.Fn, in *effects.Instr) {
	base, fields := fieldPath(f, in.A[0])
	if len(fields) != 1 {
		return
	}
	r := rows[base]
	if r == nil {
		r = &row{}
		rows[base] = r
	}
	switch s := in.A[1].S; strings.ToLower(fields[0][strings.LastIndexByte(fields[0], '.')+1:]) {
	case "name":
		r.name, r.pos = s, in.Pos
	case "description", "desc":
		r.desc = s
	default:
		if s != "" && !strings.ContainsAny(s, " \n") {
			r.keys = append(r.keys, s)
		}
	}
}

// of is the one definition among several that a handler is chosen for.
func (c *choices) of(r *link.Root, defs []link.Def) (link.Def, bool) {
	seen := map[*link.Fn]bool{}
	level := []*link.Fn{r.Fn}
	for range maxChoice {
		var next []*link.Fn
		for _, f := range level {
			if seen[f] {
				continue
			}
			seen[f] = true
			if d, ok := c.named(c.keys[f], defs); ok {
				return d, true
			}
			if p := c.w.v.FnByID(f.Parent); f.Parent != "" && p != nil {
				if f.Site != nil && f.Clone != nil {
					next = append(next, f.Site.From)
				} else {
					next = append(next, p)
				}
			}
			for _, e := range f.In {
				if e.Kind == link.Callback || e.From.Test {
					continue
				}
				if d, ok := c.named(compared(e), defs); ok {
					return d, true
				}
				if f != r.Fn { // what calls the handler itself serves requests
					next = append(next, e.From)
				}
			}
		}
		level = next
	}
	return link.Def{}, false
}

// named is the definition that one of some constants stands for: its name, or
// another text of its row.
func (c *choices) named(keys []string, defs []link.Def) (link.Def, bool) {
	for _, k := range keys {
		name := k
		if rows := c.rows[k]; len(rows) == 1 {
			name = rows[0].name
		}
		i := slices.IndexFunc(defs, func(d link.Def) bool { return d.Name == k || d.Name == name })
		if i < 0 {
			continue
		}
		d := defs[i]
		// The loop gives every definition the texts of all rows.
		if rows := c.byName[d.Name]; len(rows) == 1 && rows[0].def.Desc != "" {
			d.Desc, d.Text = rows[0].def.Desc, nil
			d.Fn, d.Pos = rows[0].def.Fn, rows[0].def.Pos
		}
		return d, true
	}
	return link.Def{}, false
}

// compared lists the constants that something must equal for a call to be made.
func compared(e *link.Edge) []string {
	f := e.From
	var out []string
	for _, g := range f.Blocks[f.Code[e.Instr].Blk].Guards {
		d := f.Def(g.Cond)
		if d == nil || d.Op != effects.Bin || (d.S == "==") == g.Neg || d.S != "==" && d.S != "!=" {
			continue
		}
		for _, a := range d.A {
			if a.K == effects.Const && a.I == 1 && a.S != "" {
				out = append(out, a.S)
			}
		}
	}
	return out
}
