package sessionmap

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule sessionmap under go/analysis.
var Analyzer = rule.Analyzer(Rule)
