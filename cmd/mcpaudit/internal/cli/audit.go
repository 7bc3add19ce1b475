package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/near"
	"github.com/mcpaudit/mcpaudit/internal/scan"
	"github.com/mcpaudit/mcpaudit/report"
	"github.com/mcpaudit/mcpaudit/report/text"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"
)

// auditFlags are the flags of an audit.
type auditFlags struct {
	showFlags
	gateFlags
	enable   []string
	disable  []string
	tests    bool
	tags     []string
	dir      string
	excerpts int
	config   string
	since    sinceFlags
	deploy   []string
}

// defaultExcerpts is how many lines of code are quoted on both sides of each place.
const defaultExcerpts = 2

func (f *auditFlags) bind(fs *pflag.FlagSet) {
	f.showFlags.bind(fs)
	f.gateFlags.bind(fs, report.High)
	fs.StringSliceVar(&f.enable, "enable", nil, "run only these `rules` (names, separated by commas)")
	fs.StringSliceVar(&f.disable, "disable", nil, "do not run these `rules`")
	fs.StringSliceVar(&f.deploy, "deploy", nil, "audit deployment files in these `paths` as well")
	fs.BoolVar(&f.tests, "tests", false, "audit test files as well")
	bindTags(fs, &f.tags)
	fs.StringVarP(&f.dir, "chdir", "C", "", "audit in this `dir`ectory")
	fs.IntVar(&f.excerpts, "excerpts", defaultExcerpts, "quote `n` lines of code around each place; 0: none")
	fs.StringVar(&f.config, "config", "", "settings `file`; none: no file\n(default: the nearest .mcpaudit.yaml)")
	f.since.bind(fs)
}

func (p *Program) rootCommand() *cobra.Command {
	var flags auditFlags
	root := &cobra.Command{
		Use:   "mcpaudit [packages]",
		Short: "Find what keeps a Go MCP server from running without sessions",
		Long: `mcpaudit finds where an MCP server written in Go still assumes a session or a single process,
says how bad each place is, and what to write instead. An audit runs nothing and changes nothing.

Packages are named as for the go command; without any, it is ./... that is audited.

Exit status: 0 nothing at or above --fail-on, 1 findings, 2 wrong usage,
3 something could not be checked.`,
		Example: `  mcpaudit ./...
  mcpaudit --format json --output audit.json ./...
  mcpaudit --enable sessionmap,ambient --fail-on none ./internal/...`,
		// Packages come where cobra expects the name of a subcommand.
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       build().version,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.audit(cmd.Context(), cmd, &flags, args)
		},
	}
	root.SetVersionTemplate(build().String() + "\n")
	root.SetFlagErrorFunc(flagError)
	flags.bind(root.Flags())
	root.AddCommand(p.rulesCommand(), p.explainCommand(), p.verifyCommand(), p.versionCommand(), p.configCommand(), p.initCommand())
	root.AddCommand(p.convertCommand(), p.mergeCommand(), p.diffCommand(), p.baselineCommand(), p.manCommand())
	root.AddCommand(p.scaffoldCommand(), p.fixCommand(), p.deployCommand())

	completeShow(root)
	for _, flag := range []string{"enable", "disable"} {
		if err := root.RegisterFlagCompletionFunc(flag, p.completeRuleList); err != nil {
			panic(err) // the flag exists
		}
	}
	if err := root.MarkFlagDirname("chdir"); err != nil {
		panic(err)
	}
	return root
}

// audit runs the audit and writes its report.
func (p *Program) audit(ctx context.Context, cmd *cobra.Command, flags *auditFlags, patterns []string) error {
	settings, err := p.settle(cmd, &flags.dir, &flags.config)
	if err != nil {
		return err
	}
	for _, message := range strayVariables(p.Environ(), cmd.Flags()) {
		p.say(message)
	}
	showing, err := p.prepareShow(cmd, &flags.showFlags, &flags.gateFlags)
	if err != nil {
		return err
	}
	if err := flags.since.check(); err != nil {
		return err
	}
	if flags.compare != "" && (flags.since.rev != "" || flags.since.mergeBase != "") {
		return usagef("--compare and --new-from-rev ask for two bases: give one of them")
	}
	if err := checkTags(flags.tags); err != nil {
		return err
	}
	if err := p.checkRules(flags); err != nil {
		return err
	}
	if err := checkSubcommand(cmd, flags.dir, patterns); err != nil {
		return err
	}
	r, err := p.scanSince(ctx, flags.since, scan.Options{
		Dir: flags.dir, Patterns: patterns, Tests: flags.tests, Tags: flags.tags, Enable: flags.enable, Disable: flags.disable, Deploy: flags.deploy,
		Tables: settings.tables, Exclude: settings.exclude, NoFixes: flags.excerpts <= 0,
	})
	if err != nil {
		return err
	}
	r.Tool = report.Tool{Name: "mcpaudit", Version: build().version}

	counted := showing.apply(r, wholeModule(r, flags.dir, patterns))
	if err := excerpt(counted, flags.excerpts); err != nil {
		return err
	}
	if err := p.show(showing, counted); err != nil {
		return err
	}
	p.code = flags.gate().ExitCode(counted)
	return nil
}

// wholeModule reports whether an audit saw all that a baseline can know: all packages, from the module's root.
func wholeModule(r *report.Report, dir string, patterns []string) bool {
	if len(patterns) > 0 && !slices.Equal(patterns, []string{"./..."}) || r.Since.Rev != "" {
		return false
	}
	if r.Module.Root == "" {
		return true
	}
	here, err := os.Stat(cmp.Or(dir, "."))
	if err != nil {
		return false
	}
	root, err := os.Stat(r.Module.Root)
	return err == nil && os.SameFile(here, root)
}

// announce says on standard error what somebody who does not see the report would miss.
func (p *Program) announce(outputs []output, shown []*report.Report) {
	unseen := false
	for i, o := range outputs {
		if o.toFile() {
			p.say(fmt.Sprintf("%s; the report is in %s", strings.TrimSuffix(shown[i].Headline(), "."), o.file))
		}
		unseen = unseen || o.toFile() || !o.format.forPeople
	}
	seen := slices.ContainsFunc(outputs, func(o output) bool { return !o.toFile() && o.format.forPeople })
	if n := len(shown[0].Problems); n > 0 && unseen && !seen {
		p.say("something could not be checked: the report names " + report.Plural(n, "problem"))
	}
}

// scan runs the audit.
func (p *Program) scan(ctx context.Context, o scan.Options) (*report.Report, error) {
	return guarded(ctx, p, func(update func(string, int, int)) (*report.Report, error) {
		o.Progress = update
		r, err := p.Run(ctx, o)
		if r == nil && err == nil {
			err = errors.New("internal error: the audit has no result")
		}
		return r, err
	})
}

// checkRules rejects rules that do not exist, naming the one that was meant.
func (p *Program) checkRules(flags *auditFlags) error {
	names := p.ruleNames()
	for _, list := range []struct {
		flag  string
		rules []string
	}{{"--enable", flags.enable}, {"--disable", flags.disable}} {
		for i, name := range list.rules {
			name = strings.TrimSpace(name)
			if !slices.Contains(names, name) {
				return usagef("%s: %v", list.flag, unknownRule(name, names))
			}
			list.rules[i] = name
		}
	}
	enabled := names
	if len(flags.enable) > 0 {
		enabled = flags.enable
	}
	if len(names) > 0 && !slices.ContainsFunc(enabled, func(name string) bool { return !slices.Contains(flags.disable, name) }) {
		return usagef("no rule is left to run: --disable switches off all of them")
	}
	return nil
}

func checkDir(dir string) error {
	if dir == "" {
		return nil
	}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return usagef("-C: there is no directory %s", dir)
	case err != nil:
		return usagef("-C: %v", err)
	case !info.IsDir():
		return usagef("-C: %s is not a directory", dir)
	}
	return nil
}

// checkSubcommand finds misspelt subcommands, which would otherwise be taken for packages that do not exist.
func checkSubcommand(cmd *cobra.Command, dir string, patterns []string) error {
	if len(patterns) == 0 || strings.ContainsAny(patterns[0], `./\`) {
		return nil
	}
	word := patterns[0]
	if _, err := os.Stat(filepath.Join(dir, word)); err == nil {
		return nil
	}
	var names []string
	for _, sub := range cmd.Commands() {
		names = append(names, sub.Name())
	}
	if name := near.Word(word, names); name != "" {
		return usagef("there is neither a command nor a package %q: did you mean mcpaudit %s?", word, name)
	}
	return nil
}

const (
	colorAuto   = "auto"
	colorAlways = "always"
	colorNever  = "never"
)

var colorWords = []string{colorAuto, colorAlways, colorNever}

// color decides whether the report has colours. What the user asks for wins over the environment, and that over the terminal.
func (p *Program) color(when, output string) (bool, error) {
	switch when {
	case colorAlways:
		return true, nil
	case colorNever:
		return false, nil
	case colorAuto:
		return p.terminal(output) && p.Getenv("NO_COLOR") == "" && p.Getenv("TERM") != "dumb", nil
	}
	return false, usagef("--color: unknown word %q: use %s", when, strings.Join(colorWords, ", "))
}

// terminal reports whether the report goes to a terminal.
func (p *Program) terminal(output string) bool {
	return (output == "" || output == "-") && isTerminal(p.Stdout)
}

// summaryWidth is the number of columns of a summary that goes to a file or a pipe: a table with positions at the end of its lines.
const summaryWidth = 140

// width is the number of columns that the report may use. A summary takes all that the terminal has.
func (p *Program) width(output string, summary bool) int {
	if f, ok := p.Stdout.(*os.File); ok && p.terminal(output) {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
			if summary {
				return columns
			}
			return min(columns, text.DefaultWidth)
		}
	}
	if summary {
		return summaryWidth
	}
	return text.DefaultWidth
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// The flags that take a word of the report's vocabulary.
type (
	severityFlag   report.Severity
	confidenceFlag report.Confidence
	thresholdFlag  report.Severity
)

func (f *severityFlag) String() string   { return string(*f) }
func (f *confidenceFlag) String() string { return string(*f) }
func (f *thresholdFlag) String() string  { return string(*f) }

func (f *severityFlag) Type() string   { return "severity" }
func (f *confidenceFlag) Type() string { return "confidence" }
func (f *thresholdFlag) Type() string  { return "severity" }

func (f *severityFlag) Set(s string) error {
	v, err := report.ParseSeverity(s)
	*f = severityFlag(v)
	return err
}

func (f *confidenceFlag) Set(s string) error {
	v, err := report.ParseConfidence(s)
	*f = confidenceFlag(v)
	return err
}

func (f *thresholdFlag) Set(s string) error {
	v, err := report.ParseThreshold(s)
	*f = thresholdFlag(v)
	return err
}

func stringsOf[T ~string](list []T) []string {
	var out []string
	for _, v := range list {
		out = append(out, string(v))
	}
	return out
}
