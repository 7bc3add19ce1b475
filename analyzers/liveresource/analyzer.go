package liveresource

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule liveresource under go/analysis.
var Analyzer = rule.Analyzer(Rule)
