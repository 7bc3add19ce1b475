package handledoc

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule handledoc under go/analysis.
var Analyzer = rule.Analyzer(Rule)
