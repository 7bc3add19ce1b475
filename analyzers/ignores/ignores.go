// Package ignores looks after the comments that set findings aside. It is the
// companion of the rules under go/analysis: a comment that is misspelt would
// otherwise be without effect and nobody told.
package ignores

import (
	"golang.org/x/tools/go/analysis"

	catalogue "github.com/mcpaudit/mcpaudit/analyzers"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/facts"
)

// Name is the analyzer's name. It is no rule and cannot be ignored.
const Name = "ignores"

// Analyzer reports comments //mcpaudit:ignore that name no reason or a rule
// that does not exist, and those of programs that set nothing aside.
var Analyzer = &analysis.Analyzer{
	Name:     Name,
	Doc:      "comments //mcpaudit:ignore do what they say\n\nReports those without a reason or with a rule that does not exist, and those that have nothing to ignore.",
	URL:      "https://github.com/mcpaudit/mcpaudit/blob/main/docs/config.md#setting-one-finding-aside",
	Requires: []*analysis.Analyzer{facts.Summary},
	Run: func(pass *analysis.Pass) (any, error) {
		for _, t := range pass.ResultOf[facts.Summary].(*facts.Summarised).Troubles() {
			pass.Report(analysis.Diagnostic{Pos: t.At, Category: Name, Message: t.Message + " [" + Name + "]"})
		}
		return nil, nil
	},
}

// All lists the rules and this analyzer: what a driver runs.
func All() []*analysis.Analyzer { return append(catalogue.Analyzers(), Analyzer) }
