package hints

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule hints under go/analysis.
var Analyzer = rule.Analyzer(Rule)
