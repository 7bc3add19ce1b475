// Package html writes a report as one HTML file that needs nothing else: no network, no other files. It can be read without scripts; with them it
// filters, searches, follows the state map and is used from the keyboard.
//
// Every text comes from the audited code or may do so. html/template escapes each for its place, report.Printable spells out what could reverse or
// hide text, and a content security policy lets the browser run and style nothing but the page's own script and style sheet.
package html

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed" // the template, the style sheet and the script
	"encoding/base64"
	"html/template"
	"io"
	"net/url"
	"strconv"
	"strings"

	"github.com/mcpaudit/mcpaudit/report"
)

var (
	//go:embed assets/page.html
	pageSource string
	//go:embed assets/style.css
	styleSource string
	//go:embed assets/script.js
	scriptSource string

	pageTemplate = template.Must(template.New("page").Parse(pageSource))
)

// The policy names the style sheet and the script by their hashes: whatever else gets into the page does not run.
var policy = "default-src 'none'; script-src '" + hash(scriptSource) + "'; style-src '" + hash(styleSource) + "'; base-uri 'none'; form-action 'none'"

func hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// Writer writes HTML.
type Writer struct{}

// Write implements report.Writer.
func (Writer) Write(w io.Writer, r *report.Report) error {
	var buf bytes.Buffer
	if err := pageTemplate.Execute(&buf, newPage(r)); err != nil {
		return err
	}
	_, err := w.Write(buf.Bytes())
	return err
}

// A page is what the template shows. Its texts are printable.
type page struct {
	Policy string
	Style  template.CSS
	Script template.JS

	Module, Says, Headline, Hidden, Version string
	Transports                              []string
	SDKs                                    []string
	Tools                                   int
	Severities                              []severityCount
	Effort                                  string
	Since                                   *since
	Proof                                   *proof
	Plan                                    []step
	Map                                     *stateMap
	Cards                                   []card
	Many                                    bool     // so many cards that the browser should leave out those that are not seen
	Rules                                   []string // that have findings, for the filter
	Problems                                []problem
	Aside                                   []aside
	Unused                                  []place
	Stale                                   []string
	Worse                                   []string
	Coverage                                []gap
}

type severityCount struct {
	Name  string
	Count int
}

type since struct {
	Base, Commit            string
	New, Worse, Touched     int
	Known                   int
	Fixed                   []fixed
	HasNew, HasWorse, Hurts bool
}

type fixed struct{ Severity, Rule, Object, Where string }

type step struct {
	Title, Effort string
	Share         int // percent of all the work
	Cards         []int
	More          int
}

type problem struct{ Where, Message, Hint string }

type aside struct{ Severity, Rule, Object, Kind, Reason, Where string }

type gap struct{ What, Why string }

// A card is a finding.
type card struct {
	Number                                        int
	Severity, Confidence, Exposure, Rule, URL     string
	Risk                                          int
	Object, Title, Message, Clause, Suggestion    string
	Where, Only                                   string
	State                                         string
	Verdict, VerdictWhy                           string // of a run of the server
	Also, Tools                                   []string
	Path                                          []frame
	Related                                       []place
	Fixes                                         []fix
	Effort, Ignore, Fingerprint, Step, SearchText string
	Apply                                         string   // the command that applies the rewrites
	Code                                          *excerpt // at the site, unless the path shows it
}

type frame struct {
	Function, What, Where string
	Code                  *excerpt
}

type place struct{ Where, What string }

type fix struct {
	Description string
	Diff        []diffLine
}

type diffLine struct{ Class, Text string }

type excerpt struct {
	Language string
	Lines    []codeLine
}

type codeLine struct {
	Number int
	Text   string
	Hit    bool
}

// clean makes a text printable.
func clean(s string) string { return report.Printable(s) }

func cleanAll(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = clean(s)
	}
	return out
}

func newPage(r *report.Report) *page {
	p := &page{
		Policy: policy, Style: template.CSS(styleSource), Script: template.JS(scriptSource), //nolint:gosec // both are part of this package
		Module: clean(cmp.Or(r.Module.Path, "mcpaudit")), Says: clean(r.Says()), Headline: clean(r.Headline()), Hidden: clean(r.Hidden()),
		Version: clean(strings.TrimSpace(r.Tool.Name + " " + r.Tool.Version)), Tools: len(r.Served.Tools),
	}
	for _, t := range r.Served.Transports {
		p.Transports = append(p.Transports, clean(report.TransportName(t)))
	}
	for _, s := range r.Served.SDKs {
		p.SDKs = append(p.SDKs, clean(strings.TrimSpace(strings.TrimPrefix(s.Path, "github.com/")+" "+s.Version)))
	}
	for _, s := range report.Severities() {
		p.Severities = append(p.Severities, severityCount{string(s), r.Summary.BySeverity.Of(s)})
	}
	if !r.Summary.Effort.IsZero() {
		p.Effort = r.Summary.Effort.String()
	}
	p.Since = newSince(r)
	p.Proof = newProof(r)
	p.Plan = newPlan(r)
	p.Map = newStateMap(r)
	seen := map[string]bool{}
	for i := range r.Findings {
		c := newCard(r, i)
		p.Cards = append(p.Cards, c)
		if !seen[c.Rule] {
			seen[c.Rule] = true
			p.Rules = append(p.Rules, c.Rule)
		}
	}
	p.Many = len(p.Cards) > 200
	p.rest(r)
	return p
}

// rest fills the lists at the end of the page.
func (p *page) rest(r *report.Report) {
	for _, x := range r.Problems {
		where := cmp.Or(report.At(x.File, x.Line, 0), x.Package, x.Kind)
		p.Problems = append(p.Problems, problem{clean(where), clean(x.Message), clean(x.Hint)})
	}
	for _, s := range r.Suppressed {
		f := &s.Finding
		p.Aside = append(p.Aside, aside{
			string(f.Severity), clean(f.Rule), clean(cmp.Or(r.Short(f.Object), f.Title)), clean(s.Suppression.Kind), clean(s.Suppression.Reason),
			clean(report.At(s.Suppression.File, s.Suppression.Line, 0)),
		})
	}
	for _, u := range r.Unused {
		p.Unused = append(p.Unused, place{clean(report.At(u.File, u.Line, 0)), clean(u.Message)})
	}
	for _, e := range r.Baseline.Stale {
		p.Stale = append(p.Stale, clean(strings.TrimSpace(e.Rule+" "+r.Short(e.Object))))
	}
	for _, g := range r.Coverage {
		p.Coverage = append(p.Coverage, gap{clean(g.What), clean(g.Why)})
	}
}

func newSince(r *report.Report) *since {
	s := &r.Since
	if s.Rev == "" {
		return nil
	}
	out := &since{
		Base: clean(s.Rev), Commit: clean(s.Commit[:min(len(s.Commit), 12)]), New: len(s.New), Worse: len(s.Worse), Touched: len(s.Touched), Known: s.Known,
		Hurts: len(s.New)+len(s.Worse) > 0,
	}
	for i := range s.Fixed {
		f := &s.Fixed[i]
		out.Fixed = append(out.Fixed, fixed{string(f.Severity), clean(f.Rule), clean(cmp.Or(r.Short(f.Object), f.Title)), clean(report.At(f.Site.File, f.Site.Line, 0))})
	}
	return out
}

// maxStepCards is how many cards a step of the plan links to.
const maxStepCards = 40

func newPlan(r *report.Report) []step {
	number := map[string]int{}
	for i := range r.Findings {
		number[r.Findings[i].Fingerprint] = i + 1
	}
	total := 0.0
	for _, s := range r.Plan {
		total += s.Effort.MaxHours
	}
	var out []step
	for _, s := range r.Plan {
		x := step{Title: clean(s.Title), Effort: s.Effort.String()}
		if total > 0 {
			x.Share = max(int(s.Effort.MaxHours/total*100+0.5), 1)
		}
		for _, f := range s.Findings {
			if n, ok := number[f]; ok {
				x.Cards = append(x.Cards, n)
			}
		}
		if more := len(x.Cards) - maxStepCards; more > 0 {
			x.Cards, x.More = x.Cards[:maxStepCards], more
		}
		out = append(out, x)
	}
	return out
}

func newCard(r *report.Report, i int) card {
	f := &r.Findings[i]
	c := card{
		Number: i + 1, Severity: string(f.Severity), Confidence: string(f.Confidence), Exposure: clean(f.Exposure), Rule: clean(f.Rule), Risk: f.Risk,
		Object: clean(cmp.Or(r.Short(f.Object), f.Title)), Title: clean(f.Title), Message: clean(f.Message), Clause: clean(f.Clause), Suggestion: clean(f.Suggestion),
		Where: clean(f.Site.String()), Only: clean(f.Only()), State: r.Since.State(f), Also: cleanAll(f.Also), Tools: cleanAll(f.Tools),
		Ignore: "//mcpaudit:ignore " + clean(f.Rule) + " REASON", Fingerprint: clean(f.Fingerprint),
	}
	verdict, why := r.Proof.VerdictOn(f)
	c.Verdict, c.VerdictWhy = clean(verdict), clean(why)
	c.Effort = clean(r.EffortOf(f))
	if rule, ok := r.Rule(f.Rule); ok {
		c.URL = web(rule.URL)
		c.Step = clean(report.StepTitle(rule.Step))
	}
	shown := map[string]bool{}
	for _, s := range f.Path {
		where := report.At(s.File, s.Line, 0)
		x := frame{Function: clean(r.Short(s.Function)), What: clean(s.What), Where: clean(where)}
		if !shown[where] {
			shown[where] = true
			x.Code = newExcerpt(r, s.File, s.Line)
		}
		c.Path = append(c.Path, x)
	}
	if !shown[report.At(f.Site.File, f.Site.Line, 0)] {
		c.Code = newExcerpt(r, f.Site.File, f.Site.Line)
	}
	for _, x := range f.Related {
		c.Related = append(c.Related, place{clean(report.At(x.File, x.Line, 0)), clean(x.What)})
	}
	for _, x := range f.Fixes {
		c.Fixes = append(c.Fixes, newFix(r, x))
	}
	c.Apply = clean(f.FixCommand())
	c.SearchText = strings.ToLower(strings.Join([]string{c.Rule, c.Object, c.Title, c.Message, c.Suggestion, c.Where, strings.Join(c.Tools, " "), strings.Join(c.Also, " ")}, " "))
	return c
}

func newFix(r *report.Report, x report.Fix) fix {
	out := fix{Description: clean(x.Description)}
	for _, d := range r.Diff(x) {
		class := map[byte]string{'-': "del", '+': "add", '@': "file"}[d.Op]
		text := clean(strings.ReplaceAll(d.Text, "\t", "    "))
		if d.Op != '@' {
			text = string(d.Op) + " " + text
		}
		out.Diff = append(out.Diff, diffLine{class, text})
	}
	return out
}

// newExcerpt returns the code around a place, or nil if the report does not hold it.
func newExcerpt(r *report.Report, file string, line int) *excerpt {
	const context = 3
	first, lines := r.Around(file, line, context)
	if len(lines) == 0 {
		return nil
	}
	e := &excerpt{Language: "text"}
	if strings.HasSuffix(file, ".go") {
		e.Language = "go"
	}
	for i, l := range lines {
		e.Lines = append(e.Lines, codeLine{first + i, clean(strings.ReplaceAll(l, "\t", "    ")), first+i == line})
	}
	return e
}

// web returns an address that may be followed, or "".
func web(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return ""
	}
	return u.String()
}

func itoa(n int) string { return strconv.Itoa(n) }
