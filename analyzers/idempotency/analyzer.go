package idempotency

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule idempotency under go/analysis.
var Analyzer = rule.Analyzer(Rule)
