package handledoc

import (
	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/toolsyntax"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

// rewrite says in the description what is true of everything in the memory of a
// process: it is gone after a restart. When entries leave before, only the author
// knows the words.
//
//	Description: "Opens a basket."
//	                            ^ The id that it returns is good until the server restarts, at most.
func rewrite(c *rule.Context, f rule.Finding) (*edit.Fix, error) {
	st := object(c.View, f)
	if st == nil {
		return nil, edit.Refuse("what holds the state is not known any more")
	}
	if c.View.ExpireByThemselves(st) {
		return nil, edit.Refuse("entries leave by themselves: say in the description after how long")
	}
	mute, _ := silent(c.View.Minters(st))
	if len(mute) == 0 {
		return nil, edit.Refuse("no tool is known to hand out the handle")
	}
	fix := &edit.Fix{Message: "says in the description how long the handle is good for"}
	for _, m := range mute {
		name := m.Root.Names[0]
		if !m.Def.Pos.IsValid() {
			return nil, edit.Refuse("where the tool %s is described is not known", name)
		}
		def, err := toolsyntax.At(c, m.Def.Pos)
		if err != nil {
			return nil, err
		}
		if !def.Says(toolsyntax.UntilRestart, fix) {
			return nil, edit.Refuse("the description of %s is not a text that is written in place", name)
		}
	}
	return fix, nil
}

// object is the state that a finding is about.
func object(v *rule.View, f rule.Finding) *view.State {
	for _, st := range v.StateObjects() {
		card := v.Card(st, view.Verdict{})
		if card.Object == f.Object && card.Package == f.Package && card.Site == f.Site {
			return st
		}
	}
	return nil
}
