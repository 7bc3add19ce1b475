package cursor

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule cursor under go/analysis.
var Analyzer = rule.Analyzer(Rule)
