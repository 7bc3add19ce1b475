// Package facts runs the analysis inside go/analysis, one package at a time.
//
// The analyzer mcpsummary summarises the package under analysis, links it with
// the summaries of what it imports, and has every rule look at the result. It
// leaves as a fact its own summary, the part of the summaries below it that its
// importers may need (drivers hand on package facts from direct imports only),
// and what was found: a package reports what its imports did not yet show.
//
// SSA is built here and not by the buildssa pass: that pass requires one with
// facts about every function, so that a driver would analyse the standard
// library and all dependencies with it. Imports are declarations only.
package facts
