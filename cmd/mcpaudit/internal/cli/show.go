package cli

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/scan"
	"github.com/mcpaudit/mcpaudit/report"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// showFlags say how a report is shown. All commands that end in a report have them.
type showFlags struct {
	formats       []string
	output        string
	minSeverity   severityFlag
	minConfidence confidenceFlag
	color         string
	hyperlinks    string
	details       bool
	summary       bool
}

func (f *showFlags) bind(fs *pflag.FlagSet) {
	f.minSeverity, f.minConfidence = severityFlag(report.Low), confidenceFlag(report.Likely)
	fs.StringSliceVar(&f.formats, "format", nil, "output `formats`, NAME or NAME=FILE, separated by commas:\n"+strings.Join(formatNames(), ", ")+"\n(default text, or what the ending of --output says)")
	fs.StringVarP(&f.output, "output", "o", "", "write the report to a `file`; -C does not move it")
	fs.Var(&f.minSeverity, "min-severity", "show findings from this `severity` on\n(default low; json, sarif and html: all)")
	fs.Lookup("min-severity").DefValue = "" // said in the text, since it depends on the format
	fs.Var(&f.minConfidence, "min-confidence", "show and count findings from this `confidence`")
	fs.StringVar(&f.color, "color", colorAuto, "`when` to use colours: "+strings.Join(colorWords, ", "))
	fs.StringVar(&f.hyperlinks, "hyperlinks", colorAuto, "`when` places are links: "+strings.Join(colorWords, ", "))
	fs.BoolVar(&f.details, "details", false, "text: shorten nothing, show the code along the paths")
	fs.BoolVar(&f.summary, "summary", false, "text: one line for each finding")
}

// gateFlags say what fails a run.
type gateFlags struct {
	failOn      thresholdFlag
	maxFindings int
	baseline    string
	strict      bool
	compare     string
}

func (f *gateFlags) bind(fs *pflag.FlagSet, failOn report.Severity) {
	f.failOn = thresholdFlag(failOn)
	fs.Var(&f.failOn, "fail-on", "exit with 1 from this `severity` on; none: never")
	fs.IntVar(&f.maxFindings, "max-findings", 0, "let `n` findings at or above --fail-on pass")
	fs.StringVar(&f.baseline, "baseline", "", "set aside the findings that this `file` knows")
	fs.BoolVar(&f.strict, "baseline-strict", false, "exit with 1 if findings of the baseline are gone")
	fs.StringVar(&f.compare, "compare", "", "say what is new and what is fixed since a stored `report`")
}

func (f *gateFlags) gate() report.Gate {
	return report.Gate{FailOn: report.Severity(f.failOn), MaxFindings: f.maxFindings, StrictBaseline: f.strict}
}

// completeShow completes the values of the flags above.
func completeShow(cmd *cobra.Command) {
	words := func(list []string) cobra.CompletionFunc {
		return cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp)
	}
	for flag, complete := range map[string]cobra.CompletionFunc{
		"format": words(formatNames()), "color": words(colorWords), "hyperlinks": words(colorWords),
		"min-severity": words(stringsOf(report.Severities())), "min-confidence": words(stringsOf(report.Confidences())),
		"fail-on": words(append(stringsOf(report.Severities()), string(report.Never))),
	} {
		if cmd.Flags().Lookup(flag) == nil {
			continue
		}
		if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
			panic(err) // the flag exists
		}
	}
}

// A plan to show a report: what the flags say, checked before anything is read or audited.
type showing struct {
	*showFlags
	*gateFlags
	outputs  []output
	color    bool // of what goes to standard output
	links    bool
	severity bool // --min-severity was given
	known    *report.Baseline
	base     *report.Report
}

// prepareShow checks flags, and reads the files that they name.
func (p *Program) prepareShow(cmd *cobra.Command, show *showFlags, gate *gateFlags) (*showing, error) {
	s := &showing{showFlags: show, gateFlags: gate, severity: cmd.Flags().Changed("min-severity")}
	var err error
	if s.outputs, err = parseOutputs(show.formats, show.output); err != nil {
		return nil, err
	}
	if show.details && show.summary {
		return nil, usagef("--details and --summary exclude each other")
	}
	for _, o := range s.outputs {
		if err := keep(o.file, gate.baseline, "--baseline"); err != nil {
			return nil, err
		}
		if s.color, err = p.color(show.color, o.file); err != nil {
			return nil, err
		}
	}
	if s.links, err = p.hyperlinks(show.hyperlinks); err != nil {
		return nil, err
	}
	if gate.maxFindings < 0 {
		return nil, usagef("--max-findings: %d findings cannot be: use 0 or more", gate.maxFindings)
	}
	if gate.strict && gate.baseline == "" {
		return nil, usagef("--baseline-strict needs --baseline FILE")
	}
	if gate.baseline != "" {
		if s.known, err = readBaseline(gate.baseline); err != nil {
			return nil, err
		}
	}
	if gate.compare != "" {
		if err := s.keepReports(gate.compare); err != nil {
			return nil, err
		}
		if s.base, err = p.readReport(gate.compare); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// keepReports refuses to write over a stored report in a format that cannot be read back. A new report in place of an old one is what
// --format json is asked for, as by a job that merges into the same file.
func (s *showing) keepReports(names ...string) error {
	for _, o := range s.outputs {
		for _, name := range names {
			if o.format.name == "json" {
				continue
			}
			if err := keep(o.file, name, "this command"); err != nil {
				return err
			}
		}
	}
	return nil
}

// apply sets findings aside, drops those that are not sure enough, and compares. What is left is what the gate counts.
// whole says that all of the module was audited, so that entries of the baseline without a finding are stale.
func (s *showing) apply(r *report.Report, whole bool) *report.Report {
	if s.known != nil {
		r = s.known.SetAside(r, s.baseline, whole)
	}
	confidence := report.Confidence(s.minConfidence)
	counted := r.Filtered(report.Info, confidence)
	if s.base != nil {
		counted.CompareWith(s.base.Filtered(report.Info, confidence), s.compare)
	}
	return counted
}

// show writes a report to all outputs.
func (p *Program) show(s *showing, counted *report.Report) error {
	var all []*report.Report
	for _, o := range s.outputs {
		shown := counted
		if o.format.hidesInfo || s.severity {
			shown = counted.Filtered(report.Severity(s.minSeverity), report.Confidence(s.minConfidence)).TrimSince()
		}
		color, err := p.color(s.showFlags.color, o.file)
		if err != nil {
			return err
		}
		options := outputOptions{color: color, width: p.width(o.file, s.summary), details: s.details, summary: s.summary, help: p.help}
		if p.linksTo(s, o) {
			options.link = linkTo(counted.Module.Root)
		}
		if err := p.writeReport(o.file, o.format.writer(options), shown); err != nil {
			return err
		}
		all = append(all, shown)
	}
	p.announce(s.outputs, all)
	if n := len(counted.Baseline.Stale); n > 0 && s.strict {
		p.say(fmt.Sprintf("%s: %s of the baseline know findings that are gone: write the baseline again", s.baseline, entries(n)))
	}
	return nil
}

func entries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}

// help returns the documentation of a rule.
func (p *Program) help(rule string) string {
	for _, r := range p.Rules() {
		if r.Name == rule {
			return r.Doc
		}
	}
	return ""
}

// excerpt adds the lines of code around the findings, unless the report has them.
func excerpt(r *report.Report, context int) error {
	if r.Module.Root == "" || context <= 0 || len(r.Excerpts) > 0 {
		return nil
	}
	read, done, err := scan.ReadFile(r.Module.Root)
	if err != nil {
		return err
	}
	r.Excerpt(context, read)
	return done()
}

// hyperlinks decides whether places in a text are links. What the user asks for wins over the terminal.
func (p *Program) hyperlinks(when string) (bool, error) {
	switch when {
	case colorAlways:
		return true, nil
	case colorNever:
		return false, nil
	case colorAuto:
		return isTerminal(p.Stdout) && p.followsLinks(), nil
	}
	return false, usagef("--hyperlinks: unknown word %q: use %s", when, strings.Join(colorWords, ", "))
}

// linksTo reports whether an output has links: those in files only when they were asked for.
func (p *Program) linksTo(s *showing, o output) bool {
	return s.links && (!o.toFile() || s.hyperlinks == colorAlways)
}

// followsLinks reports whether the terminal is one of those that are known to follow links (OSC 8). There is no way to ask a terminal, and
// some print garbage.
func (p *Program) followsLinks() bool {
	if p.Getenv("TERM") == "dumb" {
		return false
	}
	switch p.Getenv("TERM_PROGRAM") {
	case "iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio", "WarpTerminal":
		return true
	}
	for _, variable := range []string{"WT_SESSION", "KITTY_WINDOW_ID", "KONSOLE_VERSION", "DOMTERM"} {
		if p.Getenv(variable) != "" {
			return true
		}
	}
	for _, prefix := range []string{"xterm-kitty", "xterm-ghostty", "alacritty", "foot", "contour"} {
		if strings.HasPrefix(p.Getenv("TERM"), prefix) {
			return true
		}
	}
	// GNOME Terminal and its like, from 0.50 on.
	vte := p.Getenv("VTE_VERSION")
	return len(vte) == 4 && vte >= "5000"
}

// linkTo makes addresses of places in the files below a folder. Without a folder there is nothing to link to.
func linkTo(root string) func(file string, line, column int) string {
	if root == "" {
		return nil
	}
	host, err := os.Hostname()
	if err != nil {
		host = ""
	}
	return func(file string, line, _ int) string {
		// A name in a stored report may lead anywhere.
		if !filepath.IsLocal(filepath.FromSlash(file)) {
			return ""
		}
		path := filepath.ToSlash(filepath.Join(root, filepath.FromSlash(file)))
		if !strings.HasPrefix(path, "/") {
			path = "/" + path
		}
		u := url.URL{Scheme: "file", Host: host, Path: path}
		if line > 0 {
			u.Fragment = fmt.Sprint(line)
		}
		return u.String()
	}
}
