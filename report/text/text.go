// Package text writes a report for people: what is served, one card for each state object, the plan, and what could not be checked.
//
// Everything in a report that stems from the audited code passes through report.Printable, since a tool's name or a file's
// name may hold anything, escape sequences included.
package text

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpaudit/mcpaudit/report"
)

const (
	// DefaultWidth is the number of columns of a report that goes to a file or a pipe.
	DefaultWidth = 100
	minWidth     = 60
)

// Lists in a card stop here. The JSON form has all of it.
const (
	maxFrames   = 12
	maxRelated  = 6
	maxTools    = 20
	maxProblems = 20
	maxText     = 1200 // columns of one field
	maxName     = 200  // columns of an object, a tool's name or a function's name
)

// Writer writes reports as text. The zero value writes 100 columns without colours.
type Writer struct {
	Color   bool
	Width   int  // at most this many columns; 0 is DefaultWidth
	Details bool // nothing is shortened, and the code along the paths is shown
	Summary bool // one line for each finding
	// Link returns the address of a place in a file of the report, for terminals that can follow it, or "". It may be nil.
	Link func(file string, line, column int) string
}

// Write implements report.Writer.
func (t Writer) Write(w io.Writer, r *report.Report) error {
	p := t.newPrinter(r)
	// A report that holds nothing but a proof says nothing about the code.
	if r.Proof == nil || len(r.Rules) > 0 {
		p.summary()
		p.deployment()
	}
	if t.Summary {
		p.list()
	} else {
		for i := range r.Findings {
			p.card(i+1, &r.Findings[i])
		}
	}
	p.stateMap()
	if err := p.totals(); err != nil {
		return err
	}
	if err := p.proof(); err != nil {
		return err
	}
	p.since()
	p.suppressed()
	p.problems()
	p.coverage()
	p.footer()
	_, err := w.Write(p.out.Bytes())
	return err
}

type printer struct {
	out     bytes.Buffer
	style   *style
	width   int
	details bool
	href    func(file string, line, column int) string
	r       *report.Report
}

func (t Writer) newPrinter(r *report.Report) *printer {
	return &printer{style: newStyle(t.Color), width: max(cmp.Or(t.Width, DefaultWidth), minWidth), details: t.Details, href: t.Link, r: r}
}

// line prints a line that is printable and fits.
func (p *printer) line(indent int, s string) {
	if s != "" {
		p.out.WriteString(strings.Repeat(" ", indent))
		p.out.WriteString(s)
	}
	p.out.WriteByte('\n')
}

// text prints a raw text, wrapped.
func (p *printer) text(indent int, s string) {
	for _, line := range p.lines(s, p.width-indent) {
		p.line(indent, line)
	}
}

func (p *printer) lines(s string, limit int) []string {
	return wrap(p.clip(report.Printable(s), maxText), limit)
}

func (p *printer) heading(s string) {
	p.line(0, "")
	for _, line := range wrap(s, p.width) {
		p.line(0, p.style.bold.Sprint(line))
	}
}

// clip cuts a text to a number of columns, unless everything is to be shown.
func (p *printer) clip(s string, limit int) string {
	if p.details {
		return s
	}
	return clip(s, limit)
}

// most is how many of a list's elements are shown.
func (p *printer) most(limit int) int {
	if p.details {
		return math.MaxInt
	}
	return limit
}

// name makes a name of the audited code printable and drops what every name of the module has in common.
func (p *printer) name(s string) string {
	if p.r.Module.Path != "" {
		s = strings.ReplaceAll(s, p.r.Module.Path+"/", "")
	}
	return p.clip(report.Printable(s), maxName)
}

// summary says what is served and how many findings there are.
func (p *printer) summary() {
	for i, line := range p.lines(p.r.Says(), p.width) {
		if i == 0 {
			// The module's name stands first and may be set off as long as it was not broken.
			if name := report.Printable(p.r.Module.Path); name != "" && strings.HasPrefix(line, name) {
				line = p.style.bold.Sprint(name) + line[len(name):]
			}
		}
		p.line(0, line)
	}

	r := p.r
	for _, line := range wrap(r.Headline(), p.width) {
		for _, sev := range report.Severities() {
			n := strconv.Itoa(r.Summary.BySeverity.Of(sev)) + " " + string(sev)
			if before, after, ok := strings.Cut(line, n); ok && r.Summary.BySeverity.Of(sev) > 0 {
				line = before + p.style.of(sev, n) + after
			}
		}
		if len(r.Findings) == 0 && len(r.Problems) == 0 && r.Filter.HiddenBySeverity == 0 {
			line = p.style.bold.Sprint(line)
		}
		p.line(0, line)
	}
	if s := r.Hidden(); s != "" {
		p.text(0, s)
	}
	if n := len(r.Problems); n > 0 {
		p.text(0, report.Plural(n, "problem")+" left parts of the module unchecked; see the end.")
	}
}

// The columns of a card: number, label, text.
const (
	labelColumn = 4
	textColumn  = 14
)

func (p *printer) card(number int, f *report.Finding) {
	p.line(0, "")
	p.cardHead(number, f)
	if f.Title != "" {
		p.text(labelColumn, f.Title)
	}
	p.places("at", []spot{p.spot(f.Site.File, f.Site.Line, f.Site.Column, "")})
	p.field("only", f.Only())
	p.field("why", f.Message)
	p.field("spec", f.Clause)
	p.places("path", p.frames(f.Path))
	p.places("also at", p.related(f.Related))
	p.code(f)
	p.tools(f)
	p.field("instead", f.Suggestion)
	p.diff(f.Diff)
	p.fixes(f)
	p.field("effort", p.effort(f))
}

// cardHead prints number, severity, risk, rule and object. The object moves to a line of its own when it does not fit.
func (p *printer) cardHead(number int, f *report.Finding) {
	risk := "risk " + strconv.Itoa(f.Risk)
	if f.Confidence != report.Sure {
		risk += " (" + string(f.Confidence) + ")"
	}
	rule := p.clip(report.Printable(f.Rule), maxName)
	num := fmt.Sprintf("%-*s", labelColumn, strconv.Itoa(number)+" ")
	plain := num + label(f.Severity) + gap + risk + gap + rule
	head := num + p.style.of(f.Severity, label(f.Severity)) + gap + risk + gap + rule
	object := p.name(f.Object)
	if object != "" && width(plain)+len(gap)+width(object) <= p.width {
		p.line(0, head+gap+p.style.bold.Sprint(object))
		return
	}
	p.line(0, head)
	for _, line := range wrap(object, p.width-labelColumn) {
		p.line(labelColumn, p.style.bold.Sprint(line))
	}
}

// field prints a labelled text; an empty one is left out.
func (p *printer) field(label, s string) {
	p.block(label, p.lines(s, p.width-textColumn))
}

// block prints lines behind a label.
func (p *printer) block(label string, lines []string) {
	for i, line := range lines {
		if i == 0 {
			p.line(labelColumn, p.style.faint.Sprint(pad(label, textColumn-labelColumn))+line)
			continue
		}
		p.line(textColumn, line)
	}
}

// A spot is a position, its address, and what happens there.
type spot struct{ where, href, what string }

func (p *printer) spot(file string, line, column int, what string) spot {
	s := spot{where: report.At(file, line, column), what: what}
	if p.href != nil && file != "" {
		s.href = p.href(file, line, column)
	}
	return s
}

// link makes a text followable in terminals that know how. Others show the text alone.
func link(text, href string) string {
	if href == "" || text == "" {
		return text
	}
	return "\x1b]8;;" + href + "\x1b\\" + text + "\x1b]8;;\x1b\\"
}

// frames turns a path into spots. The middle of a long path tells least.
func (p *printer) frames(path []report.Frame) []spot {
	var spots []spot
	for _, f := range path {
		what := f.What
		if f.Function != "" {
			what = p.name(f.Function)
			if f.What != "" {
				what += ": " + f.What
			}
		}
		spots = append(spots, p.spot(f.File, f.Line, 0, what))
	}
	if n := len(spots) - maxFrames; n > 0 && !p.details {
		head, tail := maxFrames/2, maxFrames-maxFrames/2
		spots = slices.Concat(spots[:head], []spot{{what: fmt.Sprintf("(%d more steps)", n)}}, spots[len(spots)-tail:])
	}
	return spots
}

func (p *printer) related(related []report.Related) []spot {
	var spots []spot
	for _, r := range related {
		spots = append(spots, p.spot(r.File, r.Line, 0, r.What))
	}
	if n := len(spots) - maxRelated; n > 1 && !p.details {
		spots = append(spots[:maxRelated:maxRelated], spot{what: fmt.Sprintf("(%d more places)", n)})
	}
	return spots
}

// maxWhere is the widest position that still leaves room for a text beside it.
const maxWhere = 44

// places prints positions in one column and what happens there in the next, or below when a position is too wide. A position
// is never shortened: it is there to be clicked.
func (p *printer) places(label string, spots []spot) {
	column := 0
	for i := range spots {
		spots[i].where = report.Printable(spots[i].where)
		column = max(column, width(spots[i].where))
	}
	beside := column <= maxWhere
	var lines []string
	for _, s := range spots {
		if !beside {
			for _, line := range wrap(s.where, p.width-textColumn) {
				lines = append(lines, link(line, s.href))
			}
			for _, line := range p.lines(s.what, p.width-textColumn-len(gap)) {
				lines = append(lines, gap+line)
			}
			continue
		}
		what := p.lines(s.what, p.width-textColumn-column-len(gap))
		if len(what) == 0 {
			lines = append(lines, link(s.where, s.href))
		}
		for i, line := range what {
			where, padding := link(s.where, s.href), pad("", column-width(s.where))
			if i > 0 {
				where, padding = "", pad("", column)
			}
			lines = append(lines, where+padding+gap+line)
		}
	}
	p.block(label, lines)
}

func (p *printer) tools(f *report.Finding) {
	if len(f.Tools) == 0 || len(f.Tools) == 1 && f.Object == "tool "+f.Tools[0] {
		return
	}
	var names []string
	for _, t := range f.Tools {
		names = append(names, p.clip(report.Printable(t), maxName))
	}
	if len(names) == 1 {
		p.field("tool", names[0])
		return
	}
	if n := len(names) - maxTools; n > 1 && !p.details {
		names = append(names[:maxTools], report.Plural(n, "more tool"))
	}
	p.field("shared by", report.And(names))
}

func (p *printer) effort(f *report.Finding) string {
	s := p.r.EffortOf(f)
	if len(f.Also) > 0 {
		if s != "" {
			s += "; "
		}
		s += "also seen by " + report.And(f.Also)
	}
	return s
}

// totals prints the counts by severity and the plan.
func (p *printer) totals() error {
	work := 0
	for _, step := range p.r.Plan {
		work += len(step.Findings)
	}
	if work < 2 {
		return nil // the card has said it all
	}
	p.heading("Findings by severity")
	var rows [][]string
	for _, sev := range report.Severities() {
		n := p.r.Summary.BySeverity.Of(sev)
		if n == 0 {
			continue
		}
		var sum report.Effort
		for _, f := range p.r.Findings {
			if f.Severity == sev && sev != report.Info {
				sum = sum.Add(f.Effort)
			}
		}
		rows = append(rows, []string{string(sev), strconv.Itoa(n), sum.String()})
	}
	if len(rows) > 1 {
		rows = append(rows, []string{"all", strconv.Itoa(len(p.r.Findings)), p.r.Summary.Effort.String()})
	}
	if err := p.table(2, []string{"severity", "findings", "effort"}, rows); err != nil {
		return err
	}

	p.heading("Plan, in this order")
	number := map[string]int{}
	for i, f := range p.r.Findings {
		number[f.Fingerprint] = i + 1
	}
	rows = nil
	for i, step := range p.r.Plan {
		var cards []int
		for _, fingerprint := range step.Findings {
			cards = append(cards, number[fingerprint])
		}
		rows = append(rows, []string{strconv.Itoa(i + 1), step.Title, step.Effort.String(), ranges(cards)})
	}
	return p.table(2, []string{"", "step", "effort", "findings"}, rows)
}

func (p *printer) problems() {
	problems := p.r.Problems
	if len(problems) == 0 {
		return
	}
	p.heading("Could not be checked")
	for i, problem := range problems {
		if i == p.most(maxProblems) {
			p.text(2, "("+report.Plural(len(problems)-i, "more problem")+"; --details lists all of them)")
			return
		}
		where := cmp.Or(report.At(problem.File, problem.Line, 0), problem.Package)
		if where != "" {
			where += ": "
		}
		p.text(2, where+problem.Message)
		p.text(4, problem.Hint)
	}
}

func (p *printer) coverage() {
	if len(p.r.Coverage) == 0 {
		return
	}
	p.heading("Left out on purpose")
	for _, g := range p.r.Coverage {
		s := g.What
		if g.Why != "" {
			s += ": " + g.Why
		}
		p.text(2, s)
	}
}

// footer points to the pages of the rules that the reader has just met.
func (p *printer) footer() {
	var rules []string
	for _, f := range p.r.Findings {
		if rule := report.Printable(f.Rule); !slices.Contains(rules, rule) {
			rules = append(rules, rule)
		}
	}
	if len(rules) == 0 {
		return
	}
	p.line(0, "")
	p.text(0, "mcpaudit explain RULE tells what a rule finds, why it matters and how to rewrite it. The rules here are "+report.And(rules)+".")
}

// ranges writes numbers with runs drawn together: "2, 4-7, 9".
func ranges(numbers []int) string {
	slices.Sort(numbers)
	var words []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		word := strconv.Itoa(numbers[i])
		if j > i+1 {
			word += "-" + strconv.Itoa(numbers[j])
			i = j
		}
		words = append(words, word)
		i++
	}
	return strings.Join(words, ", ")
}
