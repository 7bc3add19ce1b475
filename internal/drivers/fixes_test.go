package drivers_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/mcpaudit/mcpaudit/analyzers/hints"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
	"github.com/mcpaudit/mcpaudit/analyzers/statefultransport"
)

// TestSuggestedFixes checks that rewrites which stay in a package come with their
// diagnostics, and that those which must see the whole module do not.
func TestSuggestedFixes(t *testing.T) {
	dir := extract(t, "testdata/fixes.txtar")
	analysistest.RunWithSuggestedFixes(t, dir, rule.Analyzer(hints.Rule), "example.com/app/...")
	for _, res := range analysistest.Run(t, extract(t, "testdata/plain_transport.txtar"), statefultransport.Analyzer, "example.com/app/...") {
		if len(res.Diagnostics) != 1 || len(res.Diagnostics[0].SuggestedFixes) > 0 {
			t.Errorf("%+v", res.Diagnostics)
		}
	}
}
