// Package gitlab writes a report in the form of GitLab's code quality reports, which merge requests show: a list of issues with a
// description, a check name, a fingerprint, a severity and a line.
package gitlab

import (
	"cmp"
	"io"
	"strings"

	"github.com/mcpaudit/mcpaudit/report"
)

// Writer writes a code quality report.
type Writer struct{}

// The fields that GitLab asks for, and content, which it leaves out and other readers of the Code Climate form show.
type issue struct {
	Description string   `json:"description"`
	CheckName   string   `json:"check_name"`
	Fingerprint string   `json:"fingerprint"`
	Severity    string   `json:"severity"`
	Location    location `json:"location"`
	Content     *content `json:"content,omitempty"`
}

type location struct {
	Path  string `json:"path"`
	Lines lines  `json:"lines"`
}

type lines struct {
	Begin int `json:"begin"`
}

type content struct {
	Body string `json:"body"`
}

// Write implements report.Writer.
func (Writer) Write(w io.Writer, r *report.Report) error {
	issues := []issue{}
	seen := map[string]bool{}
	add := func(x issue) {
		// GitLab drops issues whose fingerprint it has seen.
		if !seen[x.Fingerprint] {
			seen[x.Fingerprint] = true
			issues = append(issues, x)
		}
	}
	for i := range r.Findings {
		add(finding(r, &r.Findings[i]))
	}
	if r.Proof != nil {
		for i := range r.Proof.Phases {
			if phase := &r.Proof.Phases[i]; phase.Status == report.Failed {
				add(failure(r, phase))
			}
		}
	}
	for i := range r.Problems {
		add(problem(r, &r.Problems[i]))
	}
	return report.WriteJSON(w, issues)
}

func finding(r *report.Report, f *report.Finding) issue {
	x := issue{
		Description: description(f.Rule, cmp.Or(r.Short(f.Object), f.Title), cmp.Or(f.Message, f.Title), f.Only()),
		CheckName:   f.Rule,
		Fingerprint: cmp.Or(f.Fingerprint, report.Fingerprint(f.Rule, f.Package, f.Object, f.Role)),
		Severity:    severity(f.Severity),
		Location:    at(r, f.Site.File, f.Site.Line),
	}
	if f.Suggestion != "" {
		x.Content = &content{f.Suggestion}
	}
	return x
}

// failure makes an issue of a phase that failed when the server was run. It is shown at go.mod, since it has no place in the code.
func failure(r *report.Report, phase *report.ProofPhase) issue {
	message := ""
	if len(phase.Failures) > 0 {
		message = phase.Failures[0].Message
	}
	return issue{
		Description: description("verify", phase.Name+" with "+phase.Protocol, message), CheckName: "mcpaudit-verify", Severity: "critical",
		Fingerprint: report.Fingerprint("verify", "", phase.Name, phase.Protocol), Location: at(r, "", 0),
	}
}

// problem makes an issue of what could not be checked: a merge request must not look clean because half of it was unreadable.
func problem(r *report.Report, p *report.Problem) issue {
	x := issue{
		Description: description("could not be checked", cmp.Or(p.Package, p.Kind), p.Message),
		CheckName:   "mcpaudit-problem",
		Fingerprint: report.Fingerprint("problem", p.Package, p.File, p.Kind+"\x00"+p.Message),
		Severity:    "major",
		Location:    at(r, p.File, p.Line),
	}
	if p.Hint != "" {
		x.Content = &content{p.Hint}
	}
	return x
}

// description is one line: GitLab shows it as plain text.
func description(parts ...string) string {
	var out []string
	for _, p := range parts {
		if p = report.Printable(p); p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, ": ")
}

// at is where GitLab shows an issue. It needs a file and a line.
func at(r *report.Report, file string, line int) location {
	return location{r.Module.File(cmp.Or(file, "go.mod")), lines{max(line, 1)}}
}

func severity(s report.Severity) string {
	switch s {
	case report.Blocker:
		return "blocker"
	case report.High:
		return "critical"
	case report.Medium:
		return "major"
	case report.Low:
		return "minor"
	}
	return "info"
}
