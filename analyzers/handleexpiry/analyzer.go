package handleexpiry

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule handleexpiry under go/analysis.
var Analyzer = rule.Analyzer(Rule)
