package servername

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule servername under go/analysis.
var Analyzer = rule.Analyzer(Rule)
