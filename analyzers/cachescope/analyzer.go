package cachescope

import "github.com/mcpaudit/mcpaudit/analyzers/rule"

// Analyzer is the rule cachescope under go/analysis.
var Analyzer = rule.Analyzer(Rule)
