package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/fix"
	"github.com/mcpaudit/mcpaudit/internal/scan"
	"github.com/mcpaudit/mcpaudit/report"
	"github.com/spf13/cobra"
)

type fixFlags struct {
	write, safeOnly, review bool
	rules, findings         []string
	dir, config, format     string
	tags                    []string
}

func (p *Program) fixCommand() *cobra.Command {
	var flags fixFlags
	cmd := &cobra.Command{
		Use:   "fix [packages]",
		Short: "Rewrite what can be rewritten safely, or show how",
		Long: `fix turns findings into code. Without --write it prints a unified diff on standard output and changes
nothing. What it does with each finding, and why it refuses some, is on standard error. With
--format json, all of this is one document on standard output.

A rewrite is kept only if the packages and those that depend on them still type-check, its finding is
gone, and no other is there instead; anything else is rolled back. Generated files are never touched.

Rewrites that keep state need the package of mcpaudit scaffold handles.

Exit status: 0 also when nothing was rewritten, 2 wrong usage, 3 something could not be checked.`,
		Example: `  mcpaudit fix ./...
  mcpaudit fix --write --rule hints,statefultransport
  mcpaudit fix --review --finding 5d7a2f14`,
		RunE: func(cmd *cobra.Command, args []string) error { return p.fix(cmd, &flags, args) },
	}
	fs := cmd.Flags()
	fs.BoolVarP(&flags.write, "write", "w", false, "change the files")
	fs.StringSliceVar(&flags.rules, "rule", nil, "only findings of these `rules`")
	fs.StringSliceVar(&flags.findings, "finding", nil, "only the findings with these `fingerprints`, or beginnings of them")
	fs.BoolVar(&flags.safeOnly, "safe-only", true, "only rewrites that nobody notices but who depends on the hidden state")
	fs.BoolVar(&flags.review, "review", false, "also rewrites that need a reader's eye: they change what a tool's callers see")
	fs.StringVar(&flags.format, "format", "text", "what standard output gets: text is a diff, json what became of each finding")
	bindTags(fs, &flags.tags)
	fs.StringVarP(&flags.dir, "chdir", "C", "", "rewrite in this `dir`ectory")
	fs.StringVar(&flags.config, "config", "", "settings `file`; none: no file\n(default: the nearest .mcpaudit.yaml)")
	if err := cmd.MarkFlagDirname("chdir"); err != nil {
		panic(err)
	}
	if err := cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions([]string{"text", "json"}, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err)
	}
	if err := cmd.RegisterFlagCompletionFunc("rule", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return p.fixable(), cobra.ShellCompDirectiveNoFileComp
	}); err != nil {
		panic(err)
	}
	return cmd
}

// fixable lists the rules that have a rewrite.
func (p *Program) fixable() (names []string) {
	for _, r := range p.Rules() {
		if r.Fixes {
			names = append(names, r.Name)
		}
	}
	return names
}

func (p *Program) fix(cmd *cobra.Command, flags *fixFlags, patterns []string) error {
	if cmd.Flags().Changed("safe-only") && cmd.Flags().Changed("review") {
		return usagef("--safe-only and --review contradict each other: give one of them")
	}
	if flags.format != "text" && flags.format != "json" {
		return usagef("--format: there is no format %q here: use text or json", flags.format)
	}
	settings, err := p.settle(cmd, &flags.dir, &flags.config)
	if err != nil {
		return err
	}
	if err := checkTags(flags.tags); err != nil {
		return err
	}
	for _, name := range flags.rules {
		switch {
		case !slices.Contains(p.ruleNames(), name):
			return usagef("--rule: %v", unknownRule(name, p.ruleNames()))
		case !slices.Contains(p.fixable(), name):
			return usagef("--rule: %s has no rewrite; those that have one: %s", name, strings.Join(p.fixable(), ", "))
		}
	}
	res, err := p.runFix(cmd.Context(), fix.Options{
		Scan:  scan.Options{Dir: flags.dir, Patterns: patterns, Tags: flags.tags, Tables: settings.tables, Exclude: settings.exclude},
		Rules: flags.rules, Findings: flags.findings, Review: flags.review || !flags.safeOnly,
	})
	if err != nil {
		return err
	}
	if flags.write {
		if err := res.Write(); err != nil {
			return err
		}
	} else if flags.format == "text" {
		for _, f := range res.Files {
			if _, err := p.Stdout.Write(f.Diff(res.Root)); err != nil {
				return err
			}
		}
	}
	if flags.format == "json" {
		if err := res.Document(report.Tool{Name: "mcpaudit", Version: build().version}, flags.write).Write(p.Stdout); err != nil {
			return err
		}
	} else {
		p.outcomes(res, flags.write)
	}
	p.summary(res, flags.write)
	if len(res.Problems) > 0 {
		p.code = report.ExitIncomplete
	}
	return nil
}

// runFix finds out which rewrites hold.
func (p *Program) runFix(ctx context.Context, o fix.Options) (*fix.Result, error) {
	return guarded(ctx, p, func(update func(string, int, int)) (*fix.Result, error) {
		o.Scan.Progress = update
		return fix.Run(ctx, o)
	})
}

// outcomes says on standard error what became of each finding.
func (p *Program) outcomes(res *fix.Result, written bool) {
	for _, group := range []struct {
		what string
		list []fix.Outcome
	}{{did(written), res.Applied}, {"needs --review", res.Review}, {"refused", res.Refused}, {"rolled back", res.RolledBack}} {
		for _, o := range group.list {
			fmt.Fprintf(p.Stderr, "%s: %s: %s\n", report.Printable(o.String()), group.what, report.Printable(o.What))
		}
	}
	for _, pr := range res.Problems {
		where := cmp.Or(pr.File, pr.Package, "the module")
		fmt.Fprintf(p.Stderr, "%s: could not be checked: %s\n", report.Printable(where), report.Printable(pr.Message))
	}
}

func did(written bool) string {
	if written {
		return "rewrote"
	}
	return "would rewrite"
}

// summary counts on standard error.
func (p *Program) summary(res *fix.Result, written bool) {
	line := fmt.Sprintf("%s %d, refused %d, rolled back %d; %d need --review, %d findings have no rewrite",
		did(written), len(res.Applied), len(res.Refused), len(res.RolledBack), len(res.Review), res.NoRewrite)
	if !written && len(res.Files) > 0 {
		line += "; --write changes the files"
	}
	p.say(line)
}
