package sessionid

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule sessionid under go/analysis.
var Analyzer = rule.Analyzer(Rule)
