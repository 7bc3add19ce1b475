package ambient

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule ambient under go/analysis.
var Analyzer = rule.Analyzer(Rule)
