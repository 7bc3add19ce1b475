// Package sarif writes a report as SARIF 2.1.0, the format that code hosting services and editors read from static analysis.
//
// A finding becomes a result: its path is the code flow, its other places are related locations, a rewrite is a fix, and its fingerprint is
// a partial fingerprint. What somebody has set aside is a suppressed result, what could not be checked is a notification.
package sarif

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"net/url"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/mcpaudit/mcpaudit/report"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

const (
	// schemaURI is the final schema of the standard.
	schemaURI = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	// rootID is what URIs are relative to. Services take it for the root of the repository.
	rootID = "%SRCROOT%"
	// fingerprintKey names our fingerprints. The number is the version of how they are made.
	fingerprintKey = "mcpaudit/v1"
	homepage       = "https://github.com/mcpaudit/mcpaudit"
)

// Writer writes SARIF.
type Writer struct {
	// Help returns the documentation of a rule as Markdown, or "" for a rule that it does not know. It may be nil.
	Help func(rule string) string
}

// Write implements report.Writer.
func (w Writer) Write(out io.Writer, r *report.Report) error {
	b := builder{r: r, index: map[string]int{}}
	log := sarif.NewReport()
	log.Schema = schemaURI
	log.AddRun(b.run(w.Help))
	var full bytes.Buffer
	if err := log.Write(&full); err != nil {
		return err
	}
	var plain any
	dec := json.NewDecoder(&full)
	dec.UseNumber()
	if err := dec.Decode(&plain); err != nil {
		return err
	}
	data, err := json.MarshalIndent(prune(plain), "", " ")
	if err != nil {
		return err
	}
	_, err = out.Write(report.InertJSON(append(data, '\n')))
	return err
}

// prune drops what the library writes though it says nothing: empty lists and objects, and numbers that mean "unknown". They are two thirds of a log,
// and readers are limited in what they take.
func prune(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, child := range v {
			switch name {
			case "results", "rules":
				// An empty list says that there are none.
				v[name] = prune(child)
				continue
			}
			child = prune(child)
			switch child := child.(type) {
			case []any:
				if len(child) == 0 {
					delete(v, name)
				}
			case map[string]any:
				if len(child) == 0 {
					delete(v, name)
				}
			case json.Number:
				if child == "-1" {
					delete(v, name)
				}
			}
		}
	case []any:
		for i := range v {
			v[i] = prune(v[i])
		}
	}
	return v
}

type builder struct {
	r     *report.Report
	index map[string]int // of each rule in the list of rules
}

func (b *builder) run(help func(string) string) *sarif.Run {
	run := sarif.NewRunWithInformationURI(cmp.Or(b.r.Tool.Name, "mcpaudit"), homepage)
	driver := run.Tool.Driver
	// A version has to begin with a digit; that of a build from sources does not.
	if v := strings.TrimPrefix(b.r.Tool.Version, "v"); v != "" && v[0] >= '0' && v[0] <= '9' {
		driver.WithVersion(v)
	}
	driver.WithRules(b.rules(help))
	run.WithColumnKind("utf16CodeUnits")
	root := sarif.NewArtifactLocation().WithDescription(sarif.NewTextMessage("The root of the repository."))
	run.WithOriginalUriBaseIds(map[string]sarif.ArtifactLocation{rootID: *root})
	run.WithAutomationDetails(sarif.NewRunAutomationDetails().WithID("mcpaudit/" + pathEscape(b.r.Module.Path) + "/"))
	run.AddInvocation(b.invocation())
	for i := range b.r.Findings {
		run.AddResult(b.result(&b.r.Findings[i], true))
	}
	for i := range b.r.Suppressed {
		s := &b.r.Suppressed[i]
		run.AddResult(b.result(&s.Finding, true).AddSuppression(b.suppression(s.Suppression)))
	}
	for i := range b.r.Since.Fixed {
		run.AddResult(b.result(&b.r.Since.Fixed[i], false).WithBaselineState("absent"))
	}
	return run
}

// rules describes the rules that ran, and those that results name besides.
func (b *builder) rules(help func(string) string) []*sarif.ReportingDescriptor {
	rules := slices.Clone(b.r.Rules)
	know := func(name string) {
		if _, ok := b.r.Rule(name); !ok && !slices.ContainsFunc(rules, func(r report.Rule) bool { return r.Name == name }) {
			rules = append(rules, report.Rule{Name: name})
		}
	}
	for i := range b.r.Findings {
		know(b.r.Findings[i].Rule)
	}
	for i := range b.r.Suppressed {
		know(b.r.Suppressed[i].Finding.Rule)
	}
	for i := range b.r.Since.Fixed {
		know(b.r.Since.Fixed[i].Rule)
	}
	out := []*sarif.ReportingDescriptor{}
	for i, rule := range rules {
		b.index[rule.Name] = i
		d := sarif.NewReportingDescriptor().WithID(rule.Name)
		title := sentence(cmp.Or(rule.Title, rule.Name))
		d.WithShortDescription(text(title)).WithFullDescription(text(title))
		if u := web(rule.URL); u != "" {
			d.WithHelpURI(u)
		}
		d.WithHelp(text(title))
		if help != nil {
			if page := help(rule.Name); page != "" {
				d.WithHelp(text(page).WithMarkdown(page))
			}
		}
		d.WithDefaultConfiguration(sarif.NewReportingConfiguration().WithLevel("warning"))
		bag := sarif.NewPropertyBag().AddTag("mcp")
		if rule.Group != "" {
			bag.AddTag(strings.ToLower(rule.Group))
		}
		if rule.Step != "" {
			bag.Add("step", rule.Step)
		}
		d.WithProperties(bag)
		out = append(out, d)
	}
	return out
}

func (b *builder) result(f *report.Finding, today bool) *sarif.Result {
	res := sarif.NewResult().WithRuleID(f.Rule).WithRuleIndex(b.index[f.Rule])
	res.WithLevel(level(f.Severity)).WithRank(float64(f.Risk)).WithMessage(sarif.NewTextMessage(message(b.r, f)))
	res.AddLocation(b.location(f.Site.File, f.Site.Line, f.Site.Column, f.Object, today))
	if len(f.Path) > 0 && today {
		res.AddCodeFlow(b.flow(f.Path))
	}
	for i, p := range f.Related {
		at := b.place(p.File, p.Line, 0)
		if at == nil {
			continue
		}
		res.AddRelatedLocation(sarif.NewLocation().WithID(i + 1).WithPhysicalLocation(at).WithMessage(sarif.NewTextMessage(cmp.Or(p.What, "also here"))))
	}
	if today {
		for _, fix := range f.Fixes {
			if x := b.fix(fix); x != nil {
				res.AddFixe(x)
			}
		}
		if state := map[string]string{
			report.StateNew: "new", report.StateWorse: "updated", report.StateTouched: "updated", report.StateUnchanged: "unchanged",
		}[b.r.Since.State(f)]; state != "" {
			res.WithBaselineState(state)
		}
	}
	if f.Fingerprint != "" {
		res.WithPartialFingerprints(map[string]string{fingerprintKey: f.Fingerprint})
	}
	bag := sarif.NewPropertyBag().Add("severity", string(f.Severity)).Add("confidence", string(f.Confidence)).Add("exposure", f.Exposure)
	if f.Object != "" {
		bag.Add("object", f.Object)
	}
	if len(f.Tools) > 0 {
		bag.Add("tools", f.Tools)
	}
	if len(f.Also) > 0 {
		bag.Add("also", f.Also)
	}
	if f.Build != "" {
		bag.Add("build", f.Build)
	}
	if !f.Effort.IsZero() {
		bag.Add("effort", f.Effort.String())
	}
	if verdict, _ := b.r.Proof.VerdictOn(f); verdict != "" && today {
		bag.Add("verdict", verdict)
	}
	return res.WithProperties(bag)
}

// message is what a reader of a list sees: title, reason, and what to do.
func message(r *report.Report, f *report.Finding) string {
	head := cmp.Or(r.Short(f.Object), f.Title, f.Rule)
	s := head
	if f.Title != "" && f.Title != head {
		s += ": " + f.Title
	}
	s = sentence(s)
	if only := f.Only(); only != "" {
		s += " " + sentence("Only "+only)
	}
	for _, part := range []string{f.Message, f.Suggestion} {
		if part != "" {
			s += " " + sentence(part)
		}
	}
	return s
}

// flow is the path of a finding.
func (b *builder) flow(path []report.Frame) *sarif.CodeFlow {
	thread := sarif.NewThreadFlow()
	for i, p := range path {
		what := p.What
		if p.Function != "" {
			what = strings.TrimSuffix(b.r.Short(p.Function)+": "+p.What, ": ")
		}
		loc := sarif.NewLocation().WithMessage(sarif.NewTextMessage(cmp.Or(what, "step")))
		if at := b.place(p.File, p.Line, 0); at != nil {
			loc.WithPhysicalLocation(at)
		}
		importance := "important"
		if i > 0 && i < len(path)-1 {
			importance = "essential"
		}
		thread.AddLocation(sarif.NewThreadFlowLocation().WithLocation(loc).WithExecutionOrder(i + 1).WithImportance(importance))
	}
	return sarif.NewCodeFlow().AddThreadFlow(thread)
}

// location is where a result is shown. A result without a file is shown at the module's go.mod, since services drop results without one.
func (b *builder) location(file string, line, column int, object string, context bool) *sarif.Location {
	if file == "" {
		file, line, column = "go.mod", 1, 0
	}
	at := b.place(file, line, column)
	if first, lines := b.r.Around(file, line, 3); context && len(lines) > 0 {
		around := sarif.NewRegion().WithStartLine(first).WithEndLine(first + len(lines) - 1)
		around.WithSnippet(sarif.NewArtifactContent().WithText(strings.Join(lines, "\n") + "\n"))
		at.WithContextRegion(around)
	}
	loc := sarif.NewLocation().WithPhysicalLocation(at)
	if object != "" {
		loc.AddLogicalLocation(sarif.NewLogicalLocation().WithFullyQualifiedName(object))
	}
	return loc
}

// place is a position, or nil if there is no file.
func (b *builder) place(file string, line, column int) *sarif.PhysicalLocation {
	if file == "" {
		return nil
	}
	at := sarif.NewPhysicalLocation().WithArtifactLocation(b.artifact(file))
	if line > 0 {
		region := sarif.NewRegion().WithStartLine(line)
		if column > 0 {
			region.WithStartColumn(b.column(file, line, column))
		}
		at.WithRegion(region)
	}
	return at
}

func (b *builder) artifact(file string) *sarif.ArtifactLocation {
	return sarif.NewArtifactLocation().WithURI(pathEscape(b.r.Module.File(file))).WithURIBaseID(rootID)
}

// column turns a column in bytes into one in UTF-16 code units. It needs the line; without it nearly all columns are right, since there
// is rarely more than ASCII before a Go expression.
func (b *builder) column(file string, line, column int) int {
	_, lines := b.r.Around(file, line, 0)
	if len(lines) != 1 || column-1 > len(lines[0]) {
		return column
	}
	n := 1
	for _, r := range lines[0][:column-1] {
		n += max(utf16.RuneLen(r), 1)
	}
	return n
}

func (b *builder) fix(fix report.Fix) *sarif.Fix {
	changes := map[string]*sarif.ArtifactChange{}
	text := cmp.Or(sentence(fix.Description), "Rewrite.")
	if fix.Review {
		text += " Review it: callers of the tool notice it."
	}
	out := sarif.NewFix().WithDescription(sarif.NewTextMessage(text))
	for _, e := range fix.Edits {
		change := changes[e.File]
		if change == nil {
			change = sarif.NewArtifactChange().WithArtifactLocation(b.artifact(e.File))
			changes[e.File] = change
			out.AddArtifactChange(change)
		}
		region := sarif.NewRegion().WithStartLine(e.Line).WithStartColumn(b.column(e.File, e.Line, e.Column))
		region.WithEndLine(e.EndLine).WithEndColumn(b.column(e.File, e.EndLine, e.EndColumn))
		replacement := sarif.NewReplacement().WithDeletedRegion(region)
		if e.New != "" {
			replacement.WithInsertedContent(sarif.NewArtifactContent().WithText(e.New))
		}
		change.AddReplacement(replacement)
	}
	if len(fix.Edits) == 0 {
		return nil
	}
	return out
}

func (b *builder) suppression(s report.Suppression) *sarif.Suppression {
	kind := "external"
	if s.Kind == report.ByComment {
		kind = "inSource"
	}
	out := sarif.NewSuppression().WithKind(kind).WithStatus("accepted")
	if s.Reason != "" {
		out.WithJustification(s.Reason)
	}
	if at := b.place(s.File, s.Line, 0); at != nil && s.Kind == report.ByComment {
		out.WithLocation(sarif.NewLocation().WithPhysicalLocation(at))
	}
	return out
}

// invocation tells whether everything could be checked. What could not is no result: nobody can fix it in the audited code's own right.
func (b *builder) invocation() *sarif.Invocation {
	inv := sarif.NewInvocation().WithExecutionSuccessful(len(b.r.Problems) == 0)
	for _, p := range b.r.Problems {
		what := "Could not be checked: " + sentence(p.Message)
		if p.Hint != "" {
			what += " " + sentence(p.Hint)
		}
		n := sarif.NewNotification().WithLevel("error").WithMessage(sarif.NewTextMessage(what))
		if at := b.place(p.File, p.Line, 0); at != nil {
			n.AddLocation(sarif.NewLocation().WithPhysicalLocation(at))
		}
		inv.AddToolExecutionNotification(n)
	}
	if b.r.Proof != nil {
		for _, phase := range b.r.Proof.Phases {
			for _, f := range phase.Failures {
				what := "Running the server, phase " + phase.Name + " with " + phase.Protocol + ": " + sentence(f.Message)
				inv.AddToolExecutionNotification(sarif.NewNotification().WithLevel("error").WithMessage(sarif.NewTextMessage(what)))
			}
		}
	}
	for _, u := range b.r.Unused {
		n := sarif.NewNotification().WithLevel("warning").WithMessage(sarif.NewTextMessage("Unused suppression: " + sentence(u.Message)))
		if at := b.place(u.File, u.Line, 0); at != nil {
			n.AddLocation(sarif.NewLocation().WithPhysicalLocation(at))
		}
		inv.AddToolExecutionNotification(n)
	}
	return inv
}

func level(s report.Severity) string {
	switch s {
	case report.Blocker, report.High:
		return "error"
	case report.Medium:
		return "warning"
	}
	return "note"
}

// pathEscape writes a path as a relative URI reference.
func pathEscape(p string) string { return (&url.URL{Path: strings.ToValidUTF8(p, "\ufffd")}).String() }

// web returns an address that may be followed, or "".
func web(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return ""
	}
	return u.String()
}

func text(s string) *sarif.MultiformatMessageString {
	return sarif.NewMultiformatMessageString().WithText(s)
}

// sentence ends a text with a full stop and begins a plain word with a capital.
func sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(s)
	word, _, _ := strings.Cut(s, " ")
	if 'a' <= first && first <= 'z' && !strings.ContainsAny(word, "./_(:") {
		s = strings.ToUpper(string(first)) + s[size:]
	}
	if !strings.ContainsAny(s[len(s)-1:], ".!?") {
		s += "."
	}
	return s
}
