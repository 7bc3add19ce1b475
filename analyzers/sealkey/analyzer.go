package sealkey

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule sealkey under go/analysis.
var Analyzer = rule.Analyzer(Rule)
