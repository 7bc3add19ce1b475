// Package rule defines what a rule is.
package rule

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/view"
)

// The words of rules, re-exported so that a rule imports one package.
type (
	// View is the linked program.
	View = view.View
	// Finding is what a rule reports.
	Finding = view.Finding
	// Frame is a step of a path.
	Frame = view.Frame
	// Place is a related position.
	Place = view.Place
	// Pos is a position in the source.
	Pos = effects.Pos
)

// Severities and confidences.
const (
	Blocker = view.Blocker
	High    = view.High
	Medium  = view.Medium
	Low     = view.Low
	Info    = view.Info

	Sure     = view.Sure
	Likely   = view.Likely
	Possible = view.Possible
)

// Step is the step of the plan that a rule's rewrite belongs to.
type Step string

// The steps, in the order in which the work is safe.
const (
	StepState     Step = "state"
	StepHandles   Step = "handles"
	StepKeys      Step = "keys"
	StepWrites    Step = "writes"
	StepTransport Step = "transport"
)

// Group is the part of the catalogue that a rule stands in.
type Group string

// The groups.
const (
	Session Group = "Protocol session"
	Memory  Group = "Memory that outlives a call"
	Keys    Group = "Keys and tokens"
	Handles Group = "Handles"
	Retries Group = "Retries"
	Caching Group = "Caching"
)

// Rule is one rule: a pure function from the linked view to findings.
type Rule struct {
	Name   string
	Title  string // the first sentence of the documentation
	Doc    string // Markdown, from doc.go
	Group  Group
	Step   Step
	Hours  [2]float64 // what one rewrite takes at one place: least, most
	Clause string     // the clause of the specification behind the rule
	Check  func(v *View, report func(Finding))
	// Rewrite turns a finding into edits, or says why not with an
	// edit.Refusal. Nil means that the rule has no rewrite.
	Rewrite func(c *Context, f Finding) (*edit.Fix, error)
	// Stores says that the rewrite uses the package of mcpaudit scaffold
	// handles. Where there is none, only who asks for the rewrite hears about it.
	Stores bool

	analyzer *analysis.Analyzer
}

// URL is where the rule's documentation is.
func (r *Rule) URL() string {
	return "https://github.com/mcpaudit/mcpaudit/blob/main/docs/rules/" + r.Name + ".md"
}

// Must fills a rule's documentation from the text of its doc.go and panics if
// the text has no section for it: a rule without documentation must not build.
func Must(doc string, r Rule) *Rule {
	title, body, err := extract(doc, r.Name)
	if err != nil {
		panic(err)
	}
	r.Title, r.Doc = title, body
	return &r
}

// extract finds the section "# Analyzer NAME" in a package comment. The first
// line of the section is "NAME: title".
func extract(src, name string) (title, body string, err error) {
	_, rest, ok := strings.Cut(src, "# Analyzer "+name+"\n")
	if !ok {
		return "", "", fmt.Errorf("rule %s: doc.go has no section %q", name, "# Analyzer "+name)
	}
	rest, _, _ = strings.Cut(rest, "*/")
	rest = strings.TrimSpace(rest)
	head, body, _ := strings.Cut(rest, "\n")
	title, ok = strings.CutPrefix(head, name+": ")
	if !ok {
		return "", "", fmt.Errorf("rule %s: the section does not begin with %q", name, name+": ")
	}
	return title, strings.TrimSpace(body), nil
}

// Run checks one view and fills in what every finding of the rule shares.
func (r *Rule) Run(v *View) []Finding {
	var out []Finding
	r.Check(v, func(f Finding) {
		f.Rule = r.Name
		if f.Clause == "" {
			f.Clause = r.Clause
		}
		if f.Title == "" {
			f.Title = r.Title
		}
		out = append(out, f)
	})
	return out
}
