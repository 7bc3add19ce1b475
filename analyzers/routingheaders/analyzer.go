package routingheaders

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule routingheaders under go/analysis.
var Analyzer = rule.Analyzer(Rule)
