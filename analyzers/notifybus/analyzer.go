package notifybus

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule notifybus under go/analysis.
var Analyzer = rule.Analyzer(Rule)
