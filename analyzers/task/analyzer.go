package task

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule task under go/analysis.
var Analyzer = rule.Analyzer(Rule)
