/*
Package analyzers is the catalogue of mcpaudit's rules. Begin here.

An audit asks one question of everything that a request can reach: if the next request lands on another replica, comes after a
restart, or comes twice, is the answer still right? Four steps lead to the answers, each in a folder of its own:

	internal/effects   one package's SSA becomes a summary: what each function allocates, loads, stores, calls, returns
	internal/link      summaries are joined: who calls whom, which functions serve requests, which memory outlives
	                   them, where every key and value comes from
	internal/view      questions that rules ask are answered once: what is kept by session, by handle or by nothing
	<rule>             a rule turns answers into findings

Nothing after the first step looks at syntax or types, and no rule contains an import path: what is known of SDKs and other
libraries are the tables of internal/sdk.

Beside these:

	rule               what a rule is
	engine             the same steps for a program that loads packages itself, as the command does
	internal/facts     the same steps under go/analysis, one package at a time
	internal/writes    which tools change something outside, for the rules about retries
	internal/ruletest  runs a rule over the programs in its testdata
	internal/gendocs   writes the pages of the rules

# A rule

One name is everything: the folder, the package, the analyzer, the page under docs/rules, the word after --enable. In the folder
NAME stand

	doc.go             what it finds and why, what not, what to write instead, what it gets wrong; the source of its page
	NAME.go            the rule: a pure function from the view to findings
	NAME_test.go       one line
	testdata/flag      programs in which it must find what their comments want
	testdata/clean     near misses in which it must find nothing
	testdata/limits    programs in which its answer is known to be wrong, and why

To add one, copy the folder of the rule that resembles it, write doc.go first, add a line to All, and generate the pages.
*/
package analyzers

//go:generate go run ./internal/gendocs
