// Package report holds the outcome of an audit as plain data: findings, what was served, what could not be checked.
// Every output format is a Writer over a Report, and the exit code comes from the Report alone. The package knows nothing
// about Go syntax or about the rules; what a text needs to say about a rule travels inside the report.
package report

import (
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
)

// SchemaVersion is the version of the JSON form. It changes when a field goes away or changes its meaning; new fields do not change it.
const SchemaVersion = 1

// Exit codes of a run that produced a report.
const (
	ExitClean      = 0 // everything was checked and nothing reaches the threshold
	ExitFindings   = 1 // at least one finding reaches the threshold
	ExitUsage      = 2 // the command was called in a wrong way: there is no report
	ExitIncomplete = 3 // something could not be checked, and nothing that was checked reaches the threshold
)

// A Report is the outcome of one audit.
type Report struct {
	SchemaVersion int          `json:"schema_version"`
	Tool          Tool         `json:"tool"`
	Module        Module       `json:"module"`
	Builds        []string     `json:"builds"` // the build tags of the builds that were audited beside the main one
	Served        Served       `json:"served"`
	Deployment    Deployment   `json:"deployment"`
	Summary       Summary      `json:"summary"`
	Filter        Filter       `json:"filter"`
	Since         Since        `json:"since"`
	Findings      []Finding    `json:"findings"`
	Suppressed    []Suppressed `json:"suppressed"` // most risky first
	Unused        []Unused     `json:"unused_suppressions"`
	Plan          []PlanStep   `json:"plan"`
	Problems      []Problem    `json:"problems"`
	Coverage      []Gap        `json:"coverage"`
	Rules         []Rule       `json:"rules"` // the rules that ran, in rank order

	Baseline Known     `json:"baseline"`        // what a baseline said, if one was used
	Excerpts []Excerpt `json:"excerpts"`        // the lines of code around the places of the findings, by file and line
	Proof    *Proof    `json:"proof,omitempty"` // what running the server showed; nil when it was not run
}

// Tool names the program that made the report.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Module is the audited module.
type Module struct {
	Path string `json:"path"`
	Go   string `json:"go"` // the go directive
	// Dir is the module's root as seen from the root of the repository: "." if they are the same, or if there is no repository.
	Dir string `json:"dir"`
	// Root is the absolute path of the module's root on the machine of the audit. It is not stored.
	Root string `json:"-"`
}

// File is a file of the report as seen from the root of the repository, for those who do not know the module: hosting services, editors.
// A folder that is not below that root leads nowhere and is left out.
func (m Module) File(file string) string {
	if file == "" || m.Dir == "" || !fs.ValidPath(m.Dir) {
		return file
	}
	return path.Join(m.Dir, file)
}

// The transports that a program can serve.
const (
	HTTP      = "http" // streamable HTTP
	SSE       = "sse"  // the older HTTP transport with server-sent events
	Stdio     = "stdio"
	InProcess = "in-process"
	// Unknown is the exposure of a library, or of a transport that was not recognised.
	Unknown = "unknown"
)

// Served says what the module serves, and with what.
type Served struct {
	Transports []string  `json:"transports"`
	SDKs       []SDK     `json:"sdks"`
	Programs   []Program `json:"programs"`
	Tools      []string  `json:"tools"` // names of the tools that were seen to be registered
}

// SDK is a module that implements the protocol.
type SDK struct {
	Path    string `json:"path"`
	Version string `json:"version"`
}

// Program is a main package that serves MCP.
type Program struct {
	Package    string   `json:"package"`
	Transports []string `json:"transports"`
}

// Summary counts the findings of the report.
type Summary struct {
	Findings   int    `json:"findings"`
	BySeverity Counts `json:"by_severity"`
	Effort     Effort `json:"effort"`     // of all findings but those of severity info, which need no work
	Suppressed int    `json:"suppressed"` // findings that are set aside with a reason; the other numbers leave them out
}

// Counts holds one number for each severity.
type Counts struct {
	Blocker int `json:"blocker"`
	High    int `json:"high"`
	Medium  int `json:"medium"`
	Low     int `json:"low"`
	Info    int `json:"info"`
}

// Of returns the count of one severity.
func (c Counts) Of(s Severity) int {
	if p := c.at(s); p != nil {
		return *p
	}
	return 0
}

func (c *Counts) at(s Severity) *int {
	switch s {
	case Blocker:
		return &c.Blocker
	case High:
		return &c.High
	case Medium:
		return &c.Medium
	case Low:
		return &c.Low
	case Info:
		return &c.Info
	}
	return nil
}

// Filter tells which findings the report was reduced to, so that a short list is never taken for a clean audit.
type Filter struct {
	MinSeverity        Severity   `json:"min_severity"`
	MinConfidence      Confidence `json:"min_confidence"`
	HiddenBySeverity   int        `json:"hidden_by_severity"`
	HiddenByConfidence int        `json:"hidden_by_confidence"`
}

// A Problem is something that the audit should have checked and could not. Any problem makes the run incomplete.
type Problem struct {
	Kind    string `json:"kind"` // a stable word: "load", "syntax", "type", "dependency", "internal", ...
	Package string `json:"package"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	Message string `json:"message"`
	Hint    string `json:"hint"` // what to do about it
}

// A Gap is something that the audit leaves out on purpose. Gaps do not make the run incomplete.
type Gap struct {
	What string `json:"what"`
	Why  string `json:"why"`
}

// A Rule is what a reader of the report needs to know about a rule.
type Rule struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	Group  string `json:"group"`
	URL    string `json:"url"`
	Step   string `json:"step"`   // the step of the plan that its rewrite belongs to
	Effort Effort `json:"effort"` // what one rewrite takes when one place, one package and one tool are touched
}

// A Writer is an output format.
type Writer interface {
	Write(w io.Writer, r *Report) error
}

// Above counts the findings that are at least as severe as min.
func (r *Report) Above(min Severity) int {
	n := 0
	for _, f := range r.Findings {
		if f.Severity.AtLeast(min) {
			n++
		}
	}
	return n
}

// ExitCode is the exit code of a run that fails at the given severity, or that no finding fails (Never).
// A failed phase of a proof counts as a finding whatever the threshold. Findings come before problems: a gate that is closed anyway should say why.
func (r *Report) ExitCode(failOn Severity) int {
	switch {
	case r.Above(failOn) > 0, r.Proof.FailedPhases() > 0:
		return ExitFindings
	case len(r.Problems) > 0:
		return ExitIncomplete
	}
	return ExitClean
}

// Filtered returns a copy that holds only the findings of at least the given severity and confidence, and that counts the others.
func (r *Report) Filtered(minSeverity Severity, minConfidence Confidence) *Report {
	out := *r
	out.Filter.MinSeverity = minSeverity
	out.Filter.MinConfidence = minConfidence
	out.Findings, out.Suppressed = nil, nil
	for _, s := range r.Suppressed {
		if s.Finding.Confidence.AtLeast(minConfidence) && s.Finding.Severity.AtLeast(minSeverity) {
			out.Suppressed = append(out.Suppressed, s)
		}
	}
	for _, f := range r.Findings {
		switch {
		case !f.Confidence.AtLeast(minConfidence):
			out.Filter.HiddenByConfidence++
		case !f.Severity.AtLeast(minSeverity):
			out.Filter.HiddenBySeverity++
		default:
			out.Findings = append(out.Findings, f)
		}
	}
	out.total()
	return &out
}

// total recomputes what follows from the findings.
func (r *Report) total() {
	r.Summary = Summary{Findings: len(r.Findings), Suppressed: len(r.Suppressed)}
	for _, f := range r.Findings {
		if n := r.Summary.BySeverity.at(f.Severity); n != nil {
			*n++
		}
		if f.Severity != Info {
			r.Summary.Effort = r.Summary.Effort.Add(f.Effort)
		}
	}
	r.Plan = plan(r)
}

// Rule returns what the report knows about a rule.
func (r *Report) Rule(name string) (Rule, bool) {
	i := slices.IndexFunc(r.Rules, func(rule Rule) bool { return rule.Name == name })
	if i < 0 {
		return Rule{}, false
	}
	return r.Rules[i], true
}

// Check says what is wrong with a report that came from outside.
func (r *Report) Check() error {
	for i := range r.Findings {
		if err := r.Findings[i].check("finding", i+1); err != nil {
			return err
		}
	}
	for i := range r.Suppressed {
		if err := r.Suppressed[i].Finding.check("suppressed finding", i+1); err != nil {
			return err
		}
	}
	return nil
}

func (f *Finding) check(what string, number int) error {
	switch {
	case f.Rule == "":
		return fmt.Errorf("%s %d has no rule", what, number)
	case f.Severity == "":
		return fmt.Errorf("%s %d (%s) has no severity", what, number, f.Rule)
	case f.Confidence == "":
		return fmt.Errorf("%s %d (%s) has no confidence", what, number, f.Rule)
	case f.Risk < 0 || f.Risk > 100:
		return fmt.Errorf("%s %d (%s) has risk %d: risks run from 0 to 100", what, number, f.Rule, f.Risk)
	}
	return nil
}
