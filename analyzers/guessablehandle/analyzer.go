package guessablehandle

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule guessablehandle under go/analysis.
var Analyzer = rule.Analyzer(Rule)
