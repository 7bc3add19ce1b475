package requeststate

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule requeststate under go/analysis.
var Analyzer = rule.Analyzer(Rule)
