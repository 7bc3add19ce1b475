package workflow

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule workflow under go/analysis.
var Analyzer = rule.Analyzer(Rule)
