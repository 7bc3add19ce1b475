package sessionheader

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule sessionheader under go/analysis.
var Analyzer = rule.Analyzer(Rule)
