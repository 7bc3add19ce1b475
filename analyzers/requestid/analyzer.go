package requestid

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule requestid under go/analysis.
var Analyzer = rule.Analyzer(Rule)
