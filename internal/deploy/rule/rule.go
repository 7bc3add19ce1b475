// Package rule defines what a rule about deployment files is: a pure function from the facts of the files, joined with the audit of the code
// if there is one, to findings.
package rule

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/target"
	"github.com/mcpaudit/mcpaudit/report"
)

// Group is the part of the catalogue that the rules stand in.
const Group = "Deployment"

// A Rule is one rule.
type Rule struct {
	Name   string
	Title  string // the first sentence of the documentation
	Doc    string // Markdown, from doc.go
	Clause string // the clause of the specification behind the rule
	Hours  report.Effort
	Check  func(v *View, report func(report.Finding))
}

// Must fills a rule's documentation from the text of its doc.go and panics if the text has no section for it.
func Must(doc string, r Rule) *Rule {
	_, rest, ok := strings.Cut(doc, "# Rule "+r.Name+"\n")
	rest, _, _ = strings.Cut(rest, "*/")
	head, body, _ := strings.Cut(strings.TrimSpace(rest), "\n")
	title, named := strings.CutPrefix(head, r.Name+": ")
	if !ok || !named {
		panic(fmt.Sprintf("rule %s: doc.go has no section %q that begins with %q", r.Name, "# Rule "+r.Name, r.Name+": "))
	}
	r.Title, r.Doc = title, strings.TrimSpace(body)
	return &r
}

// Run checks one view and fills in what all findings of the rule share. Findings of several files about one place are one.
func (r *Rule) Run(v *View) []report.Finding {
	var out []report.Finding
	seen := map[string]bool{}
	r.Check(v, func(f report.Finding) {
		f.Rule = r.Name
		f.Clause = cmp.Or(f.Clause, r.Clause)
		f.Title = cmp.Or(f.Title, r.Title)
		key := fmt.Sprint(f.Site, f.Object, f.Role)
		if !seen[key] {
			seen[key] = true
			out = append(out, f)
		}
	})
	return out
}

// View is what rules see.
type View struct {
	Facts   *fact.Set
	Targets *target.Resolver
	Module  target.Module
	Audit   *Audit                            // of the code beside the files; nil when files are checked alone
	Source  func(file string) ([]byte, error) // the text of a file; nil when rewrites are not wanted
}

// Audit is what the audit of the code says, as far as rules about files ask.
type Audit struct {
	Findings []report.Finding
	Steps    map[string]string // step of the plan of each rule
	Served   report.Served
	Reads    []Variable // environment variables that the code reads
	Sets     []Variable // variables that it sets for itself
	Uses     []Use      // what the code itself says about the deployment
	Partial  bool       // parts of the code could not be checked
}

// A Variable is an environment variable that the code names.
type Variable struct {
	Name, Value string
	Package     string
	File        string
	Line, Col   int
	From, To    int // lines of the function around it
}

// UseKind says what a Use is about.
type UseKind string

// The kinds of uses.
const (
	Pinning UseKind = "pinning" // requests to one instance, in objects that the program creates
	Store   UseKind = "store"   // embedded, for one process at a time
	Lock    UseKind = "lock"    // of a file
	Files   UseKind = "files"   // that one request writes and another one reads
)

// A Use is a place where the code says something about the deployment.
type Use struct {
	Kind              UseKind
	What              string
	Path              string    // of files, as far as it is known
	By                string    // what writes files
	Reader            *Variable // what reads them, and where
	Package, Function string
	File              string
	Line, Col         int
}

// OverHTTP reports whether the code serves other machines.
func (a *Audit) OverHTTP() bool {
	return slices.Contains(a.Served.Transports, report.HTTP) || slices.Contains(a.Served.Transports, report.SSE)
}

// InMemory are the findings that make a second instance answer differently: state, keys and sessions in the process of a program.
// An empty program stands for all.
func (v *View) InMemory(program string) []report.Finding {
	if v.Audit == nil {
		return nil
	}
	var out []report.Finding
	for _, f := range v.Audit.Findings {
		switch v.Audit.Steps[f.Rule] {
		case report.StepState, report.StepKeys, report.StepTransport:
		default:
			continue
		}
		if f.Severity.AtLeast(report.High) && f.Confidence.AtLeast(report.Likely) && v.Concerns(f, program) {
			out = append(out, f)
		}
	}
	return out
}

// Concerns reports whether a finding may be about a program: it does not stand in the folder of another one.
func (v *View) Concerns(f report.Finding, program string) bool {
	within := func(p string) bool { return f.Package == p || strings.HasPrefix(f.Package, p+"/") }
	if program == "" || within(program) {
		return true
	}
	return !slices.ContainsFunc(v.Module.Programs, func(p target.Program) bool { return p.Package != v.Module.Path && within(p.Package) })
}

// Objects names the first few objects of some findings.
func Objects(list []report.Finding) string {
	var names []string
	for _, f := range list {
		if name := cmp.Or(f.Object, f.Rule); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if n := len(names); n > 3 {
		names = append(names[:3], fmt.Sprintf("%d more", n-3))
	}
	return strings.Join(names, ", ")
}

// Site is a place as reports have it.
func Site(p fact.Pos) report.Site { return report.Site{File: p.File, Line: p.Line, Column: p.Col} }

// Related is a further place.
func Related(p fact.Pos, what string) report.Related {
	return report.Related{File: p.File, Line: p.Line, What: what}
}

// Confidence is how sure a verdict makes a finding.
func Confidence(v target.Verdict) report.Confidence {
	switch {
	case v.Answer == target.Yes && v.Sure:
		return report.Sure
	case v.Answer == target.Yes && !v.Doubt:
		return report.Likely
	}
	return report.Possible
}

// Decided says how it was decided that something is the server.
func Decided(v target.Verdict) string {
	if v.Answer != target.Yes {
		return "; the files do not tell whether this is the MCP server"
	}
	what := "the MCP server"
	if v.Workload != nil {
		what = strings.TrimSpace(v.Workload.Kind+" "+v.Workload.Name) + " is the MCP server"
		return "; " + what + ", since " + v.How
	}
	return "; it is about " + what + ", since " + v.How
}
