package ruletest

import (
	"fmt"
	"testing"

	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

const doc = `
# Analyzer everytool

everytool: every tool that is registered

The rule tests the harness.
*/`

var everyTool = rule.Must(doc, rule.Rule{
	Name: "everytool", Clause: "none", Check: func(v *rule.View, report func(rule.Finding)) {
		for _, r := range v.Roots {
			if !r.IsTool() || len(r.Names) != 1 {
				continue
			}
			// The handler's own line, wherever a helper registers it.
			f := rule.Finding{
				Severity: rule.Info, Confidence: rule.Sure, Object: "tool " + r.Name(), Package: r.Fn.Fn.Pkg, Site: r.Reg,
				Message: "is registered", Suggestion: "none",
			}
			if !r.RegFn.Main() {
				f.Site = r.Fn.Pos
			}
			for _, e := range r.Fn.Out {
				f.Message = fmt.Sprintf("tool %s reaches %s.%s", r.Name(), e.To.Pkg.Name, e.To.Name)
			}
			report(f)
		}
	},
})

func TestRun(t *testing.T) { Run(t, everyTool) }

// A rule that finds nothing must fail on flag, and one that finds everything
// must fail on clean: otherwise the harness tests nothing.
func TestHarnessFails(t *testing.T) {
	blind := rule.Rule{Name: "blind", Check: func(*rule.View, func(rule.Finding)) {}}
	p := Load(t, "testdata/flag/mcpgo")
	if msgs := p.judgeFlag(&blind); len(msgs) == 0 {
		t.Error("a rule that finds nothing passes")
	}
	loud := *everyTool
	loud.Check = func(v *rule.View, report func(rule.Finding)) {
		everyTool.Check(v, func(f rule.Finding) {
			f.Severity = rule.Low
			report(f)
		})
	}
	if msgs := p.judgeClean(&loud); len(msgs) == 0 {
		t.Error("a rule that finds everything passes where nothing may be found")
	}
	if msgs := p.judgeFlag(everyTool); len(msgs) != 0 {
		t.Errorf("a right rule fails: %v", msgs)
	}
}
