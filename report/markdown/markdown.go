// Package markdown writes a report as GitHub-flavoured Markdown: a comment on a pull request, or the summary of a CI job. It says what is new and what
// is fixed since the base, if the report was compared with one, then the findings, the plan, and the state map as a Mermaid graph.
//
// A comment has a limit, so the writer makes room by leaving out what matters least, and says what it left out.
package markdown

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/report"
)

// MaxBytes is the most that a comment on GitHub may hold: 65,536 characters. Bytes are counted, which are never fewer.
const MaxBytes = 65536

// Marker stands at the top of the output, unseen, so that a bot can find its own comment and update it.
const Marker = "<!-- mcpaudit -->"

// Writer writes Markdown.
type Writer struct {
	Max int // bytes; 0 is MaxBytes
}

// Write implements report.Writer.
func (w Writer) Write(out io.Writer, r *report.Report) error {
	_, err := io.WriteString(out, w.render(r))
	return err
}

// A section is a part of the output. Sections with a low rank stay longest.
type section struct {
	rank int
	name string // what is said to be missing
	text string
}

func (w Writer) render(r *report.Report) string {
	limit := cmp.Or(w.Max, MaxBytes)
	p := page{r: r}
	// Cards take as much as is left when everything else stands; at least this many are kept before something else goes.
	const fewCards = 5
	for cards := len(r.Findings); ; cards = fewer(cards, fewCards) {
		text := join(p.sections(cards), nil)
		if len(text) <= limit {
			return text
		}
		if cards <= fewCards {
			break
		}
	}
	// Now sections go, the least important first.
	cards := min(len(r.Findings), fewCards)
	sections := p.sections(cards)
	var gone []string
	for {
		worst := -1
		for i, s := range sections {
			if s.rank > 0 && s.text != "" && (worst < 0 || s.rank > sections[worst].rank) {
				worst = i
			}
		}
		if worst < 0 {
			break
		}
		gone = append(gone, sections[worst].name)
		sections[worst].text = ""
		if text := join(sections, gone); len(text) <= limit {
			return text
		}
	}
	// The head alone is always short enough, unless the limit is absurd.
	return cutLines(join(sections, gone), limit)
}

// fewer takes off a tenth of the cards, and at least one.
func fewer(cards, atLeast int) int { return max(cards-max(cards/10, 1), min(cards-1, atLeast)) }

func join(sections []section, gone []string) string {
	var parts []string
	for _, s := range sections {
		if s.text != "" {
			parts = append(parts, strings.TrimRight(s.text, "\n"))
		}
	}
	if len(gone) > 0 {
		parts = append(parts, "_Left out to stay within the size of a comment: "+report.And(gone)+". Other formats have all of it._")
	}
	return strings.Join(parts, "\n\n") + "\n"
}

// cutLines drops lines from the end until the rest fits.
func cutLines(s string, limit int) string {
	for len(s) > limit {
		i := strings.LastIndexByte(strings.TrimSuffix(s, "\n"), '\n')
		if i < 0 {
			return ""
		}
		s = s[:i+1]
	}
	return s
}

type page struct{ r *report.Report }

func (p *page) sections(cards int) []section {
	return []section{
		{0, "", p.head()},
		{1, "what is new and fixed", p.changes()},
		{2, "what running the server showed", p.proof()},
		{3, "what could not be checked", p.problems()},
		{4, "the findings", p.table(cards)},
		{5, "the plan", p.plan()},
		{7, "the state map", p.stateMap()},
		{6, "the details of the findings", p.cards(cards)},
		{8, "what is set aside", p.aside()},
		{9, "what the audit leaves out", p.coverage()},
	}
}

func (p *page) head() string {
	r := p.r
	var b strings.Builder
	b.WriteString(Marker + "\n## mcpaudit: " + verdict(r) + "\n\n")
	b.WriteString(text(r.Says()) + "\n" + text(r.Headline()) + "\n")
	if s := r.Hidden(); s != "" {
		b.WriteString(text(s) + "\n")
	}
	if len(r.Findings) > 0 {
		b.WriteString("\n|")
		for _, s := range report.Severities() {
			b.WriteString(" " + icon(s) + " " + string(s) + " |")
		}
		b.WriteString("\n|" + strings.Repeat(":-:|", len(report.Severities())) + "\n|")
		for _, s := range report.Severities() {
			fmt.Fprintf(&b, " %d |", r.Summary.BySeverity.Of(s))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// verdict is the heading: what a reader of the pull request wants to know first.
func verdict(r *report.Report) string {
	s := &r.Since
	switch {
	case s.Rev != "" && len(s.New)+len(s.Worse) > 0:
		words := []string{}
		if n := len(s.New); n > 0 {
			words = append(words, report.Plural(n, "new finding"))
		}
		if n := len(s.Worse); n > 0 {
			words = append(words, fmt.Sprintf("%d worse than before", n))
		}
		if n := len(s.Fixed); n > 0 {
			words = append(words, fmt.Sprintf("%d fixed", n))
		}
		return strings.Join(words, ", ")
	case s.Rev != "" && len(s.Fixed) > 0:
		return "nothing new, " + fmt.Sprintf("%d fixed", len(s.Fixed))
	case s.Rev != "":
		return "nothing new"
	case len(r.Findings) > 0:
		return report.Plural(len(r.Findings), "finding")
	case len(r.Problems) > 0:
		return "could not check everything"
	}
	return "no findings"
}

// changes lists what differs from the base.
func (p *page) changes() string {
	s := &p.r.Since
	if s.Rev == "" {
		return ""
	}
	base := code(s.Rev)
	if s.Commit != "" {
		base += " (" + code(s.Commit[:min(len(s.Commit), 12)]) + ")"
	}
	var b strings.Builder
	b.WriteString("### Since " + base + "\n\n")
	list := func(what string, findings []report.Finding) {
		for i, f := range findings {
			if i == maxChanges {
				fmt.Fprintf(&b, "- %s: %d more\n", what, len(findings)-i)
				return
			}
			fmt.Fprintf(&b, "- %s: %s %s %s\n", what, icon(f.Severity), code(f.Rule), p.what(&f))
		}
	}
	for _, state := range []struct{ state, words string }{{report.StateNew, "new"}, {report.StateWorse, "**worse than before**"}, {report.StateTouched, "touched by this change"}} {
		var found []report.Finding
		for _, f := range p.r.Findings {
			if s.State(&f) == state.state {
				found = append(found, f)
			}
		}
		list(state.words, found)
	}
	list("fixed", s.Fixed)
	if s.Known > 0 {
		fmt.Fprintf(&b, "- %s as before\n", report.Plural(s.Known, "finding"))
	}
	return b.String()
}

// maxChanges is how many lines of one kind of change are listed.
const maxChanges = 25

// what names a finding: its object, or its title.
func (p *page) what(f *report.Finding) string {
	if f.Object != "" {
		return code(p.r.Short(f.Object))
	}
	return text(f.Title)
}

// maxAnswer is how many characters of an answer of the server are shown.
const maxAnswer = 300

// proof tells which phases failed when the server was run, and at which call.
func (p *page) proof() string {
	x := p.r.Proof
	if x == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString("### Proved by running\n\n" + text(x.Headline()) + "\n\n| phase | protocol | | first call that differs |\n|---|---|---|---|\n")
	for _, phase := range x.Phases {
		what := text(phase.Reason)
		if len(phase.Failures) > 0 {
			f := &phase.Failures[0]
			what = text(f.Message) + ": alone " + code(clip(f.Want, maxAnswer)) + ", here " + code(clip(f.Got, maxAnswer))
			if more := len(phase.Failures) - 1; more > 0 {
				what += fmt.Sprintf(" (%d more)", more)
			}
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", text(phase.Name), text(phase.Protocol), status(phase.Status), what)
	}
	return b.String()
}

func status(s string) string {
	switch s {
	case report.Passed:
		return "✅ passed"
	case report.Failed:
		return "❌ failed"
	}
	return "➖ " + text(s)
}

func (p *page) problems() string {
	if len(p.r.Problems) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("### ⚠️ Could not be checked\n\n")
	for i, x := range p.r.Problems {
		if i == maxProblems {
			fmt.Fprintf(&b, "- %s\n", report.Plural(len(p.r.Problems)-i, "more problem"))
			break
		}
		where := cmp.Or(report.At(p.r.Module.File(x.File), x.Line, 0), x.Package)
		b.WriteString("- ")
		if where != "" {
			b.WriteString(code(where) + ": ")
		}
		b.WriteString(text(x.Message))
		if x.Hint != "" {
			b.WriteString(" — " + text(x.Hint))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

const maxProblems = 20

// table lists the most risky findings in one line each.
func (p *page) table(cards int) string {
	if cards == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("### Findings\n\n| # | severity | risk | rule | object | where | effort |\n|--:|---|--:|---|---|---|---|\n")
	for i := range p.r.Findings[:cards] {
		f := &p.r.Findings[i]
		state := ""
		if s := p.r.Since.State(f); s == report.StateNew || s == report.StateWorse {
			state = " **" + s + "**"
		}
		fmt.Fprintf(&b, "| %d | %s %s%s | %d | %s | %s | %s | %s |\n", i+1, icon(f.Severity), f.Severity, state, f.Risk, p.rule(f.Rule), p.what(f),
			code(p.r.Module.File(report.At(f.Site.File, f.Site.Line, 0))), effort(f.Effort))
	}
	if n := len(p.r.Findings) - cards; n > 0 {
		fmt.Fprintf(&b, "\n_%s with less risk left out to stay within the size of a comment. Other formats have all of them._\n", report.Plural(n, "finding"))
	}
	return b.String()
}

func effort(e report.Effort) string {
	if e.IsZero() {
		return ""
	}
	return e.String()
}

// rule links a rule to its page.
func (p *page) rule(name string) string {
	if rule, ok := p.r.Rule(name); ok {
		if u := link(rule.URL); u != "" {
			return "[" + code(name) + "](" + u + ")"
		}
	}
	return code(name)
}

// cards tells about each finding, folded away.
func (p *page) cards(n int) string {
	var b strings.Builder
	for i := range p.r.Findings[:n] {
		f := &p.r.Findings[i]
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "<details><summary>%d. %s <b>%s</b>: %s</summary>\n\n", i+1, icon(f.Severity), html(f.Rule), html(cmp.Or(p.r.Short(f.Object), f.Title)))
		p.card(&b, f)
		b.WriteString("\n</details>\n")
	}
	return b.String()
}

func (p *page) card(b *strings.Builder, f *report.Finding) {
	line := func(label, s string) {
		if s != "" {
			fmt.Fprintf(b, "- **%s** %s\n", label, text(s))
		}
	}
	line("What", f.Title)
	if verdict, why := p.r.Proof.VerdictOn(f); verdict != "" {
		line("Running", strings.TrimSuffix(verdict+": "+why, ": "))
	}
	line("Only", f.Only())
	line("Why", f.Message)
	line("Specification", f.Clause)
	line("Instead", f.Suggestion)
	if len(f.Tools) > 1 {
		var names []string
		for _, t := range f.Tools[:min(len(f.Tools), maxTools)] {
			names = append(names, code(t))
		}
		if more := len(f.Tools) - len(names); more > 0 {
			names = append(names, report.Plural(more, "more tool"))
		}
		fmt.Fprintf(b, "- **Shared by** %s\n", report.And(names))
	}
	if len(f.Path) > 0 {
		b.WriteString("- **Path**\n")
		for i, s := range f.Path {
			if i == maxSteps {
				fmt.Fprintf(b, "  1. %s\n", report.Plural(len(f.Path)-i, "more step"))
				break
			}
			what := text(s.What)
			if s.Function != "" {
				what = strings.TrimSuffix(code(p.r.Short(s.Function))+": "+what, ": ")
			}
			fmt.Fprintf(b, "  1. %s %s\n", code(p.r.Module.File(report.At(s.File, s.Line, 0))), what)
		}
	}
	for _, fix := range f.Fixes {
		b.WriteString("\n" + text(fix.Description) + "\n\n" + p.diff(fix))
	}
	if cmd := f.FixCommand(); cmd != "" {
		fmt.Fprintf(b, "\nChecked and applied by %s, with `--write`.\n", code(cmd))
	}
	if !f.Effort.IsZero() || f.Confidence != report.Sure {
		fmt.Fprintf(b, "\n%s\n", text(strings.TrimPrefix(strings.TrimSuffix("Effort "+p.r.EffortOf(f)+"; confidence "+string(f.Confidence), "; confidence sure"), "Effort ; ")))
	}
}

const (
	maxSteps = 12
	maxTools = 20
)

func (p *page) diff(fix report.Fix) string {
	var lines []string
	for _, d := range p.r.Diff(fix) {
		if d.Op == '@' {
			lines = append(lines, "# "+report.Printable(d.Text))
			continue
		}
		lines = append(lines, string(d.Op)+report.Printable(strings.ReplaceAll(d.Text, "\t", "    ")))
	}
	return fence("diff", strings.Join(lines, "\n"))
}

func (p *page) plan() string {
	if len(p.r.Plan) == 0 {
		return ""
	}
	number := map[string]int{}
	for i, f := range p.r.Findings {
		number[f.Fingerprint] = i + 1
	}
	var b strings.Builder
	b.WriteString("### Plan\n\nIn this order the work is safe.\n\n| | step | findings | effort |\n|--:|---|---|---|\n")
	for i, s := range p.r.Plan {
		var at []int
		for _, f := range s.Findings {
			at = append(at, number[f])
		}
		slices.Sort(at)
		var words []string
		for _, n := range at[:min(len(at), 12)] {
			words = append(words, fmt.Sprint(n))
		}
		if more := len(at) - len(words); more > 0 {
			words = append(words, fmt.Sprintf("%d more", more))
		}
		fmt.Fprintf(&b, "| %d | %s | %s | %s |\n", i+1, text(s.Title), strings.Join(words, ", "), effort(s.Effort))
	}
	return b.String()
}

func (p *page) aside() string {
	r := p.r
	if len(r.Suppressed)+len(r.Unused)+len(r.Baseline.Stale) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("<details><summary>Set aside</summary>\n\n")
	for i, s := range r.Suppressed {
		if i == maxChanges {
			fmt.Fprintf(&b, "- %d more\n", len(r.Suppressed)-i)
			break
		}
		fmt.Fprintf(&b, "- %s %s (%s)", code(s.Finding.Rule), p.what(&s.Finding), s.Suppression.Kind)
		if s.Suppression.Reason != "" {
			b.WriteString(": " + text(s.Suppression.Reason))
		}
		b.WriteByte('\n')
	}
	for _, u := range r.Unused {
		fmt.Fprintf(&b, "- unused suppression %s: %s\n", code(report.At(r.Module.File(u.File), u.Line, 0)), text(u.Message))
	}
	for _, e := range r.Baseline.Stale {
		fmt.Fprintf(&b, "- stale in %s: %s %s\n", code(r.Baseline.File), code(e.Rule), code(r.Short(e.Object)))
	}
	b.WriteString("\n</details>\n")
	return b.String()
}

func (p *page) coverage() string {
	if len(p.r.Coverage) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("<details><summary>Left out on purpose</summary>\n\n")
	for _, g := range p.r.Coverage {
		b.WriteString("- " + text(strings.TrimSuffix(g.What+": "+g.Why, ": ")) + "\n")
	}
	b.WriteString("\n</details>\n")
	return b.String()
}

func icon(s report.Severity) string {
	switch s {
	case report.Blocker:
		return "⛔"
	case report.High:
		return "🔴"
	case report.Medium:
		return "🟠"
	case report.Low:
		return "🟡"
	}
	return "⚪"
}
