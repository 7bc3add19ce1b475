package earlyeffect

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule earlyeffect under go/analysis.
var Analyzer = rule.Analyzer(Rule)
