package cancellation

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule cancellation under go/analysis.
var Analyzer = rule.Analyzer(Rule)
