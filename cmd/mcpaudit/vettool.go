package main

import (
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
)

// vetAnalyzers lists what `go vet -vettool=mcpaudit` runs.
var vetAnalyzers = func() []*analysis.Analyzer { return nil }

// isVetCall reports whether the go command calls mcpaudit as its vet tool: to ask for its version or its flags, or to check one package
// that a .cfg file describes. Flags of the analyzers may stand before that file.
func isVetCall(args []string) bool {
	if len(args) == 0 {
		return false
	}
	for _, arg := range args[:len(args)-1] {
		if !strings.HasPrefix(arg, "-") {
			return false
		}
	}
	last := args[len(args)-1]
	return last == "-V=full" || last == "-flags" || strings.HasSuffix(last, ".cfg") && !strings.HasPrefix(last, "-")
}

// vet does not return.
func vet() { unitchecker.Main(vetAnalyzers()...) }
