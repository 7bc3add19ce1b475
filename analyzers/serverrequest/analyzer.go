package serverrequest

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule serverrequest under go/analysis.
var Analyzer = rule.Analyzer(Rule)
