package resumability

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule resumability under go/analysis.
var Analyzer = rule.Analyzer(Rule)
