package memo

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule memo under go/analysis.
var Analyzer = rule.Analyzer(Rule)
