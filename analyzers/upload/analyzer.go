package upload

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule upload under go/analysis.
var Analyzer = rule.Analyzer(Rule)
