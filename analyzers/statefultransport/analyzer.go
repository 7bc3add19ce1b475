package statefultransport

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule statefultransport under go/analysis.
var Analyzer = rule.Analyzer(Rule)
