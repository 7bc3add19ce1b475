package report

import (
	"fmt"
	"slices"
	"strings"
)

// Severity says how bad the breakage is once a request lands on another replica, after a restart, or twice.
type Severity string

// The severities, most severe first.
const (
	Blocker Severity = "blocker" // breaks every use of the feature with several replicas or without sessions
	High    Severity = "high"    // breaks now and then, loses or duplicates a write, or leaks state between callers
	Medium  Severity = "medium"  // breaks after a restart or in a corner
	Low     Severity = "low"     // breaks only when several conversations share one stdio pipe
	Info    Severity = "info"    // harmless as it stands
)

// Never is the threshold that no finding reaches. It is no severity of a finding.
const Never Severity = "none"

var severities = []Severity{Blocker, High, Medium, Low, Info}

// Severities lists the severities of findings, most severe first.
func Severities() []Severity { return slices.Clone(severities) }

// ParseSeverity reads the severity of a finding.
func ParseSeverity(s string) (Severity, error) { return parse("severity", s, severities) }

// ParseThreshold reads a severity at which a run fails, or Never.
func ParseThreshold(s string) (Severity, error) {
	return parse("threshold", s, append(Severities(), Never))
}

// UnmarshalText rejects severities that do not exist, so that a stored report cannot smuggle in its own.
func (s *Severity) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSeverity(string(text))
	return err
}

// AtLeast reports whether s is as severe as min, or more.
func (s Severity) AtLeast(min Severity) bool {
	i, j := slices.Index(severities, s), slices.Index(severities, min)
	return i >= 0 && j >= 0 && i <= j
}

// Confidence says how much of the flow from a request root to the state was proven.
type Confidence string

// The confidences, strongest first.
const (
	Sure     Confidence = "sure"     // the flow is proven
	Likely   Confidence = "likely"   // one link is inferred from an interface or a name
	Possible Confidence = "possible" // only names suggest it
)

var confidences = []Confidence{Sure, Likely, Possible}

// Confidences lists the confidences, strongest first.
func Confidences() []Confidence { return slices.Clone(confidences) }

// ParseConfidence reads a confidence.
func ParseConfidence(s string) (Confidence, error) { return parse("confidence", s, confidences) }

// UnmarshalText rejects confidences that do not exist.
func (c *Confidence) UnmarshalText(text []byte) (err error) {
	*c, err = ParseConfidence(string(text))
	return err
}

// AtLeast reports whether c is as strong as min, or stronger.
func (c Confidence) AtLeast(min Confidence) bool {
	i, j := slices.Index(confidences, c), slices.Index(confidences, min)
	return i >= 0 && j >= 0 && i <= j
}

func parse[T ~string](what, s string, allowed []T) (T, error) {
	for _, a := range allowed {
		if strings.EqualFold(s, string(a)) {
			return a, nil
		}
	}
	return "", fmt.Errorf("unknown %s %q: use %s", what, s, orList(allowed))
}

func orList[T ~string](words []T) string {
	var b strings.Builder
	for i, w := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			b.WriteString(" or ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(string(w))
	}
	return b.String()
}

// A Finding is one place where the server still assumes a session or a single process.
// After Rank, there is one finding for each state object.
type Finding struct {
	Rule       string     `json:"rule"`       // the most telling rule that sees the object
	Also       []string   `json:"also"`       // other rules that see the same object
	Severity   Severity   `json:"severity"`   // how bad it is
	Confidence Confidence `json:"confidence"` // how much of it is proven
	Exposure   string     `json:"exposure"`   // the transport that the risk assumes; filled by Rank unless set
	Risk       int        `json:"risk"`       // 0-100, computed by Rank
	Title      string     `json:"title"`      // a few words
	Object     string     `json:"object"`     // what holds the state: pkg.Type.field, pkg.var, captured variable, or "tool NAME"
	Package    string     `json:"package"`    // import path of the package that holds the site
	Role       string     `json:"role"`       // what the object does in this finding, when a rule has several messages for one object
	Site       Site       `json:"site"`       // where to look first
	Path       []Frame    `json:"path"`       // request root -> ... -> write, and the later read that depends on it
	Related    []Related  `json:"related"`    // other places of the same object
	Tools      []string   `json:"tools"`      // tools that share the object
	Message    string     `json:"message"`    // why it breaks, in one sentence
	Clause     string     `json:"clause"`     // what the specification says about it
	Suggestion string     `json:"suggestion"` // what to write instead
	Diff       string     `json:"diff"`       // the rewrite as a unified diff, "" if it is not offered
	Effort     Effort     `json:"effort"`     // how long the rewrite may take; filled by Rank unless set
	Fixes      []Fix      `json:"fixes"`      // rewrites that can be applied; none for most findings
	Build      string     `json:"build"`      // the build tags, separated by commas, without which it is not there, or less grave; "" for none
	// Fingerprint identifies the finding across edits that only move lines. Filled by Rank unless set.
	Fingerprint string `json:"fingerprint"`
}

// Only says in which build the finding is there, "" for the one that the audit is about.
func (f *Finding) Only() string {
	if f.Build == "" {
		return ""
	}
	return "in the build with -tags " + f.Build
}

// A Site is a position in a file. Files are relative to the module's root and written with slashes.
type Site struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// A Frame is one step on the way from a request root to the state.
type Frame struct {
	File     string `json:"file"`
	Line     int    `json:"line"`
	Function string `json:"function"`
	What     string `json:"what"` // what happens here: "registers the tool", "calls Put", "writes byID[sessionID]"
}

// A Related is another place of the state object.
type Related struct {
	File string `json:"file"`
	Line int    `json:"line"`
	What string `json:"what"`
}
