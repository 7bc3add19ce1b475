// Command multi is a linter of some of the rules and of somebody else's analyzers.
package main

import (
	"github.com/mcpaudit/mcpaudit/analyzers/ambient"
	"github.com/mcpaudit/mcpaudit/analyzers/sessionmap"
	"golang.org/x/tools/go/analysis/multichecker"
	"golang.org/x/tools/go/analysis/passes/nilness"
)

func main() {
	multichecker.Main(ambient.Analyzer, sessionmap.Analyzer, nilness.Analyzer)
}
