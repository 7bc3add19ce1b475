package writes

import (
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/link"
)

// handles notes what the module does to what the scaffolded package keeps for it:
// an entry that a call has looked up there is stored when the call ends.
func (w *walker) handles() {
	for _, st := range w.v.Program.States() {
		if !st.Pkg.Handles {
			continue
		}
		for _, a := range st.Accesses {
			if !a.Fn.Pkg.Handles && !a.Fn.Test && (a.Kind == link.Write || a.Kind == link.Update || a.Kind == link.Delete) {
				w.accesses[a.Fn] = append(w.accesses[a.Fn], a)
			}
		}
	}
}

// kept is the effect of a call that hands the scaffolded package what an entry was
// and more, as the operations of its Maps do.
func (w *walker) kept(fr *frame, instr int) *Effect {
	in := &fr.fn.Code[instr]
	if fr.fn.Pkg.Handles || len(in.A) == 0 || !strings.HasSuffix(in.Callee.Name, ".Set") || !w.ofHandles(in.Callee.Path) {
		return nil
	}
	d := fr.fn.Def(in.A[len(in.A)-1])
	if d == nil || d.Op != effects.Append && d.Op != effects.Bin || w.checked(fr, instr) {
		return nil
	}
	e := &Effect{Fn: fr.fn, Instr: instr, Kind: Memory, Word: AgainWord, Hard: true, Stake: "data", What: "counts up " + inStore, frame: fr}
	if d.Op == effects.Append {
		e.What = "appends to " + inStore
	}
	return e
}

// ofHandles reports whether a package is the scaffolded one.
func (w *walker) ofHandles(path string) bool {
	return slices.ContainsFunc(w.v.Program.Pkgs, func(p *effects.Package) bool { return p.Handles && p.Path == path })
}

// inStore is what the scaffolded package keeps for the module.
const inStore = "what the store keeps"
