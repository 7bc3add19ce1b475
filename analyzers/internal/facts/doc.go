// Package facts runs the analysis inside go/analysis, one package at a time.
//
// The analyzer mcpsummary summarises the package under analysis and leaves the
// summary as a fact, together with the part of the summaries below it that its
// importers may need: drivers hand on package facts from direct imports only.
// The analyzer mcpview links what the package can see into a view, which every
// rule looks at.
//
// SSA is built here and not by the buildssa pass: that pass requires one with
// facts about every function, so that a driver would analyse the standard
// library and all dependencies with it. Imports are declarations only.
package facts
