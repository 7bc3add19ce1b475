// Package github writes a report as workflow commands of GitHub Actions, which show findings beside the changed lines of a pull request.
//
// GitHub shows ten errors, ten warnings and ten notices of one step and drops the rest without a word. The writer keeps to that: the most risky
// findings come first, and what is left over is counted in the log, where it can be seen.
package github

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/mcpaudit/mcpaudit/report"
)

// perStep is how many annotations of one level GitHub shows for one step of a job.
const perStep = 10

// What one annotation may hold. GitHub cuts longer texts.
const (
	maxTitle   = 250  // characters
	maxMessage = 4000 // characters
)

// Writer writes workflow commands, and plain lines for the log.
type Writer struct{}

// Write implements report.Writer.
func (Writer) Write(w io.Writer, r *report.Report) error {
	p := printer{r: r, used: map[string]int{}}
	p.log(r.Says())
	p.log(r.Headline())
	if s := r.Hidden(); s != "" {
		p.log(s)
	}
	for i := range r.Findings {
		p.finding(&r.Findings[i])
	}
	p.proof()
	for i := range r.Problems {
		p.problem(&r.Problems[i])
	}
	for _, u := range r.Unused {
		p.annotate("notice", u.File, u.Line, 0, "mcpaudit: unused suppression", u.Message)
	}
	for _, e := range r.Baseline.Stale {
		p.log("stale in " + r.Baseline.File + ": " + e.Rule + " " + e.Object)
	}
	if p.left > 0 {
		p.log(report.Plural(p.left, "more place") + " without an annotation, since GitHub shows " + strconv.Itoa(perStep) +
			" of a kind for each step: the other formats list all of them.")
	}
	_, err := w.Write(p.out.Bytes())
	return err
}

type printer struct {
	r    *report.Report
	out  bytes.Buffer
	used map[string]int // annotations of each level
	left int
}

// proof annotates the phases that failed when the server was run. They have no place in the code.
func (p *printer) proof() {
	if p.r.Proof == nil {
		return
	}
	p.log(p.r.Proof.Headline())
	for _, phase := range p.r.Proof.Phases {
		for _, f := range phase.Failures {
			title := "mcpaudit verify: " + phase.Name + ", " + phase.Protocol
			p.annotate("error", "", 0, 0, title, f.Message+"\nAlone: "+f.Want+"\nHere: "+f.Got)
		}
	}
}

func (p *printer) problem(x *report.Problem) {
	message := "Could not be checked: " + x.Message
	if x.Hint != "" {
		message += "\nWhat to do: " + x.Hint
	}
	p.annotate("warning", x.File, x.Line, 0, "mcpaudit: could not be checked", message)
}

func (p *printer) finding(f *report.Finding) {
	title := fmt.Sprintf("%s (%s, risk %d): %s", f.Rule, f.Severity, f.Risk, cmp.Or(p.r.Short(f.Object), f.Title))
	var lines []string
	add := func(label, s string) {
		if s != "" {
			lines = append(lines, label+s)
		}
	}
	add("", f.Title)
	add("Only ", f.Only())
	add("Why: ", f.Message)
	add("Instead: ", f.Suggestion)
	if len(f.Tools) > 1 {
		add("Shared by: ", report.And(f.Tools))
	}
	if rule, ok := p.r.Rule(f.Rule); ok {
		add("More: ", rule.URL)
	}
	p.annotate(level(f.Severity), f.Site.File, f.Site.Line, f.Site.Column, title, strings.Join(lines, "\n"))
}

func level(s report.Severity) string {
	switch s {
	case report.Blocker, report.High:
		return "error"
	case report.Medium:
		return "warning"
	}
	return "notice"
}

// annotate writes one workflow command, or a line of the log when there is no room for it.
func (p *printer) annotate(level, file string, line, column int, title, message string) {
	if p.used[level] == perStep {
		p.left++
		p.log(report.At(file, line, column) + ": " + title)
		return
	}
	p.used[level]++
	var properties []string
	if file != "" {
		properties = append(properties, "file="+property(p.r.Module.File(file)))
		if line > 0 {
			properties = append(properties, "line="+strconv.Itoa(line))
			if column > 0 {
				properties = append(properties, "col="+strconv.Itoa(column))
			}
		}
	}
	properties = append(properties, "title="+property(clip(report.Printable(title), maxTitle)))
	fmt.Fprintf(&p.out, "::%s %s::%s\n", level, strings.Join(properties, ","), data(clip(printable(message), maxMessage)))
}

// log writes a line that the runner takes for no command: those begin with two colons, or hold "##[" in the older form.
func (p *printer) log(s string) {
	s = strings.ReplaceAll(report.Printable(s), "##[", "## [")
	if strings.HasPrefix(strings.TrimSpace(s), "::") {
		s = "\\" + strings.TrimSpace(s)
	}
	p.out.WriteString(s + "\n")
}

// printable makes a text of several lines printable.
func printable(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = report.Printable(lines[i])
	}
	return strings.Join(lines, "\n")
}

// data escapes the message of a command.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// property escapes a property of a command.
func property(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}

// clip cuts a text to a number of characters.
func clip(s string, limit int) string {
	if runes := []rune(s); len(runes) > limit {
		return string(runes[:limit-1]) + "…"
	}
	return s
}
