package link

import (
	"slices"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/sdk"
)

// together maps functions to the names of the tools with which they are handed
// over: calls through an interface or a variable that are given one definition
// and one function each. Behind such a call all tools of a registry are one.
func (p *Program) together() map[*Fn][]string {
	names := map[*Fn][]string{}
	for _, f := range p.Fns {
		for i := range f.Code {
			in := &f.Code[i]
			if in.Op != effects.Call || len(in.A) < 3 || !in.Has(effects.Invoke) && !in.Has(effects.Dynamic) {
				continue
			}
			name, ok := p.oneTool(f, in.A[1:])
			if !ok {
				continue
			}
			for _, a := range in.A[1:] {
				fns := p.FuncsOf(f, a)
				if len(fns) == 1 && !slices.Contains(names[fns[0]], name) {
					names[fns[0]] = append(names[fns[0]], name)
				}
			}
		}
	}
	return names
}

// oneTool is the name of the one tool whose definition is among some arguments.
func (p *Program) oneTool(f *Fn, args []effects.Val) (string, bool) {
	var found []string
	for _, a := range args {
		if !p.typeRole(p.regType(f, a), sdk.ToolType) {
			continue
		}
		for _, n := range p.points(f, a) {
			for _, d := range p.defsAt(n, p.defAt) {
				if !slices.Contains(found, d.Name) {
					found = append(found, d.Name)
				}
			}
		}
	}
	if len(found) != 1 {
		return "", false
	}
	return found[0], true
}
