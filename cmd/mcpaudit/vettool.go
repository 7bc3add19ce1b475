package main

import (
	"encoding/json"
	"log"
	"os"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/ignores"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
)

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
func vet() {
	rules := ignores.All()
	if cfg := os.Args[len(os.Args)-1]; factsOnly(cfg) {
		log.SetFlags(0)
		log.SetPrefix("mcpaudit: ")
		unitchecker.Run(cfg, withFacts(rules))
	}
	unitchecker.Main(rules...)
}

// factsOnly reports whether a .cfg file describes a dependency of the packages to vet: nothing is reported of it, so that the rules, which
// unitchecker would run all the same, need not look at it.
func factsOnly(file string) bool {
	data, err := os.ReadFile(file)
	if err != nil {
		return false // -flags and -V=full; for a file, unitchecker says what is wrong
	}
	var cfg struct{ VetxOnly bool }
	return json.Unmarshal(data, &cfg) == nil && cfg.VetxOnly
}

// withFacts lists the analyzers that have facts, among all that some analyzers require.
func withFacts(all []*analysis.Analyzer) []*analysis.Analyzer {
	var out []*analysis.Analyzer
	seen := map[*analysis.Analyzer]bool{}
	var visit func(a *analysis.Analyzer)
	visit = func(a *analysis.Analyzer) {
		if seen[a] {
			return
		}
		seen[a] = true
		for _, r := range a.Requires {
			visit(r)
		}
		if len(a.FactTypes) > 0 {
			out = append(out, a)
		}
	}
	for _, a := range all {
		visit(a)
	}
	return out
}
