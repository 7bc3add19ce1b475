package sessionlist

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule sessionlist under go/analysis.
var Analyzer = rule.Analyzer(Rule)
