// Package junit writes a report as JUnit XML, which nearly every CI service shows as test results. Each rule is a test suite. A finding is a test that
// failed, a rule without findings is a test that passed, and what could not be checked is a test with an error.
package junit

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/mcpaudit/mcpaudit/report"
)

// Writer writes JUnit XML.
type Writer struct{}

type suites struct {
	XMLName  xml.Name `xml:"testsuites"`
	Name     string   `xml:"name,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Skipped  int      `xml:"skipped,attr"`
	Suites   []suite  `xml:"testsuite"`
}

type suite struct {
	Name     string     `xml:"name,attr"`
	Tests    int        `xml:"tests,attr"`
	Failures int        `xml:"failures,attr"`
	Errors   int        `xml:"errors,attr"`
	Skipped  int        `xml:"skipped,attr"`
	Cases    []testCase `xml:"testcase"`
}

type testCase struct {
	Name      string   `xml:"name,attr"`
	Classname string   `xml:"classname,attr"`
	File      string   `xml:"file,attr,omitempty"`
	Line      string   `xml:"line,attr,omitempty"`
	Failure   *outcome `xml:"failure"`
	Error     *outcome `xml:"error"`
	Skipped   *outcome `xml:"skipped"`
}

type outcome struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"`
}

// Write implements report.Writer.
func (Writer) Write(w io.Writer, r *report.Report) error {
	all := suites{Name: cmp.Or(clean(r.Module.Path), "mcpaudit")}
	known := map[string]bool{}
	add := func(rule string) {
		if known[rule] {
			return
		}
		known[rule] = true
		all.add(ruleSuite(r, rule))
	}
	for _, rule := range r.Rules {
		add(rule.Name)
	}
	for i := range r.Findings {
		add(r.Findings[i].Rule)
	}
	for i := range r.Suppressed {
		add(r.Suppressed[i].Finding.Rule)
	}
	if r.Proof != nil && len(r.Proof.Phases) > 0 {
		all.add(proof(r.Proof))
	}
	if len(r.Problems) > 0 {
		all.add(problems(r))
	}
	data, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, xml.Header+string(data)+"\n")
	return err
}

func (all *suites) add(s suite) {
	for _, c := range s.Cases {
		s.Tests++
		switch {
		case c.Failure != nil:
			s.Failures++
		case c.Error != nil:
			s.Errors++
		case c.Skipped != nil:
			s.Skipped++
		}
	}
	all.Tests += s.Tests
	all.Failures += s.Failures
	all.Errors += s.Errors
	all.Skipped += s.Skipped
	all.Suites = append(all.Suites, s)
}

// ruleSuite holds the findings of one rule, those that are set aside, or one test that passed.
func ruleSuite(r *report.Report, name string) suite {
	s := suite{Name: "mcpaudit " + clean(name)}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Rule != name {
			continue
		}
		c := newCase(r, f)
		c.Failure = &outcome{Message: clean(cmp.Or(f.Title, f.Message)), Type: string(f.Severity), Text: body(r, f)}
		s.Cases = append(s.Cases, c)
	}
	for i := range r.Suppressed {
		x := &r.Suppressed[i]
		if x.Finding.Rule != name {
			continue
		}
		c := newCase(r, &x.Finding)
		c.Skipped = &outcome{Message: clean(x.Suppression.Kind + ": " + cmp.Or(x.Suppression.Reason, "known"))}
		s.Cases = append(s.Cases, c)
	}
	if len(s.Cases) == 0 {
		rule, _ := r.Rule(name)
		s.Cases = []testCase{{Name: clean("nothing found: " + cmp.Or(rule.Title, name)), Classname: "mcpaudit." + clean(name)}}
	}
	return s
}

func newCase(r *report.Report, f *report.Finding) testCase {
	c := testCase{
		Name:      clean(cmp.Or(r.Short(f.Object), f.Title, f.Rule)),
		Classname: "mcpaudit." + clean(f.Rule),
		File:      clean(r.Module.File(f.Site.File)),
	}
	if f.Site.Line > 0 {
		c.Line = strconv.Itoa(f.Site.Line)
	}
	return c
}

// body is the text of a failure, which services show as it is.
func body(r *report.Report, f *report.Finding) string {
	var b strings.Builder
	line := func(label, s string) {
		if s != "" {
			fmt.Fprintf(&b, "%s: %s\n", label, clean(s))
		}
	}
	b.WriteByte('\n')
	line("severity", fmt.Sprintf("%s, risk %d, %s", f.Severity, f.Risk, f.Confidence))
	line("at", r.Module.File(f.Site.String()))
	line("only", f.Only())
	line("why", f.Message)
	line("specification", f.Clause)
	for _, p := range f.Path {
		line("  "+r.Module.File(report.At(p.File, p.Line, 0)), strings.TrimPrefix(r.Short(p.Function)+": "+p.What, ": "))
	}
	line("shared by", report.And(f.Tools))
	line("instead", f.Suggestion)
	line("effort", r.EffortOf(f))
	line("fingerprint", f.Fingerprint)
	return b.String()
}

// proof makes a test of each phase in which the server was run.
func proof(p *report.Proof) suite {
	s := suite{Name: "mcpaudit verify"}
	for _, phase := range p.Phases {
		c := testCase{Name: clean(phase.Name + ", " + phase.Protocol), Classname: "mcpaudit.verify"}
		switch phase.Status {
		case report.Failed:
			c.Failure = &outcome{Type: report.Failed}
			for _, f := range phase.Failures {
				c.Failure.Message = cmp.Or(c.Failure.Message, clean(f.Message))
				c.Failure.Text += "\n" + clean(f.Message) + "\nalone: " + clean(f.Want) + "\nhere: " + clean(f.Got) + "\n"
			}
		case report.Skipped:
			c.Skipped = &outcome{Message: clean(phase.Reason)}
		}
		s.Cases = append(s.Cases, c)
	}
	return s
}

func problems(r *report.Report) suite {
	s := suite{Name: "mcpaudit could not check"}
	for _, p := range r.Problems {
		c := testCase{Name: clean(cmp.Or(p.Package, p.File, p.Kind)), Classname: "mcpaudit.problem", File: clean(r.Module.File(p.File))}
		if p.Line > 0 {
			c.Line = strconv.Itoa(p.Line)
		}
		c.Error = &outcome{Message: clean(p.Message), Type: clean(p.Kind), Text: clean(p.Hint)}
		s.Cases = append(s.Cases, c)
	}
	return s
}

// clean makes a text of the audited code fit for XML, which has no form for control characters, and for logs.
func clean(s string) string { return report.Printable(s) }
