package ignores

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"

	catalogue "github.com/mcpaudit/mcpaudit/analyzers"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
)

func TestAll(t *testing.T) {
	all := All()
	if err := analysis.Validate(all); err != nil {
		t.Error(err)
	}
	if len(all) != len(catalogue.All())+1 || all[len(all)-1] != Analyzer {
		t.Errorf("%d analyzers for %d rules", len(all), len(catalogue.All()))
	}
	if slices.ContainsFunc(catalogue.All(), func(r *rule.Rule) bool { return r.Name == Name }) {
		t.Errorf("a rule has the name %s, which comments cannot mean", Name)
	}
}
