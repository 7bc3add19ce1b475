package handleowner

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule handleowner under go/analysis.
var Analyzer = rule.Analyzer(Rule)
