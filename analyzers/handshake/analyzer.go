package handshake

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule handshake under go/analysis.
var Analyzer = rule.Analyzer(Rule)
