package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/mcpaudit/mcpaudit/report"
	"github.com/mcpaudit/mcpaudit/report/json"
	"github.com/spf13/cobra"
)

// readReport reads a stored report; - is standard input. Findings are ranked again, which changes nothing in a report that mcpaudit has written.
func (p *Program) readReport(name string) (*report.Report, error) {
	var in io.Reader
	if name == "-" {
		name = "standard input"
		if in = p.Stdin; in == nil {
			in = os.Stdin
		}
	} else {
		f, err := os.Open(name)
		if err != nil {
			return nil, missing(name, "report", err)
		}
		defer f.Close()
		in = f
	}
	r, err := json.Read(in)
	if err != nil {
		return nil, usagef("%s: %v", name, err)
	}
	report.Rank(r)
	return r, nil
}

// missing says in plain words why a file cannot be read.
func missing(name, what string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return usagef("there is no %s %s", what, name)
	}
	return usagef("%s %s cannot be read: %v", what, name, errors.Unwrap(err))
}

func readBaseline(name string) (*report.Baseline, error) {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usagef("--baseline: there is no file %s: mcpaudit baseline write -o %s makes it", name, name)
	}
	if err != nil {
		return nil, missing(name, "baseline", err)
	}
	defer f.Close()
	b, err := json.ReadBaseline(f)
	if err != nil {
		return nil, usagef("--baseline: %s: %v", name, err)
	}
	return b, nil
}

// storedFlags belong to commands that read stored reports.
type storedFlags struct {
	showFlags
	gateFlags
	source   string
	excerpts int
}

func (f *storedFlags) bind(cmd *cobra.Command, failOn report.Severity) {
	f.showFlags.bind(cmd.Flags())
	f.gateFlags.bind(cmd.Flags(), failOn)
	cmd.Flags().StringVar(&f.source, "source", "", "find the code in this `dir`ectory, the module's root")
	cmd.Flags().IntVar(&f.excerpts, "excerpts", defaultExcerpts, "with --source: quote `n` lines of code around each place")
	completeShow(cmd)
	if err := cmd.MarkFlagDirname("source"); err != nil {
		panic(err)
	}
}

// locate says where the code of a stored report is.
func (f *storedFlags) locate(r *report.Report) error {
	if f.source == "" {
		return nil
	}
	if err := checkDir(f.source); err != nil {
		return usagef("--source: there is no directory %s", f.source)
	}
	root, err := filepath.Abs(f.source)
	if err != nil {
		return err
	}
	r.Module.Root = root
	return excerpt(r, f.excerpts)
}

// finish shows a stored report. Its exit code is that of a gate only if one was asked for: to convert a report with findings is no failure.
func (p *Program) finish(cmd *cobra.Command, f *storedFlags, s *showing, r *report.Report) error {
	if err := f.locate(r); err != nil {
		return err
	}
	counted := s.apply(r, true)
	if err := p.show(s, counted); err != nil {
		return err
	}
	if cmd.Flags().Changed("fail-on") || f.strict {
		p.code = f.gate().ExitCode(counted)
	}
	return nil
}

func (p *Program) convertCommand() *cobra.Command {
	var flags storedFlags
	cmd := &cobra.Command{
		Use:   "convert REPORT.json",
		Short: "Write a stored report in another format",
		Long: `convert reads a report that was written with --format json and writes it in any format. No code is
needed: what a format shows stands in the report. - reads from standard input.

Exit status: 0, unless --fail-on or --baseline-strict is given: then as for an audit.`,
		Example: `  mcpaudit --format json -o audit.json ./...
  mcpaudit convert audit.json --format sarif=audit.sarif,html=audit.html
  mcpaudit convert - --format markdown < audit.json`,
		Args: exactly(1, "convert takes the name of one stored report, or - for standard input"),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := p.prepareShow(cmd, &flags.showFlags, &flags.gateFlags)
			if err != nil {
				return err
			}
			if err := s.keepReports(args...); err != nil {
				return err
			}
			r, err := p.readReport(args[0])
			if err != nil {
				return err
			}
			return p.finish(cmd, &flags, s, r)
		},
	}
	flags.bind(cmd, report.Never)
	return cmd
}

func (p *Program) mergeCommand() *cobra.Command {
	var flags storedFlags
	cmd := &cobra.Command{
		Use:   "merge REPORT.json...",
		Short: "Make one report of several, as from the jobs of a CI matrix",
		Long: `merge joins stored reports: parts of a large module that were audited apart, or several modules of one
repository, whose files are then named as seen from the repository's root. What several parts found
is one finding.

Exit status: 0, unless --fail-on or --baseline-strict is given: then as for an audit.`,
		Example: `  mcpaudit merge audit-*.json --format json -o audit.json
  mcpaudit merge audit-*.json --baseline .mcpaudit-baseline.json --fail-on high`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("merge takes the names of the stored reports")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := p.prepareShow(cmd, &flags.showFlags, &flags.gateFlags)
			if err != nil {
				return err
			}
			if err := s.keepReports(args...); err != nil {
				return err
			}
			var parts []*report.Report
			for _, name := range args {
				r, err := p.readReport(name)
				if err != nil {
					return err
				}
				parts = append(parts, r)
			}
			r, err := report.Merge(parts)
			if err != nil {
				return err
			}
			return p.finish(cmd, &flags, s, r)
		},
	}
	flags.bind(cmd, report.Never)
	return cmd
}

func (p *Program) diffCommand() *cobra.Command {
	var flags storedFlags
	var all bool
	cmd := &cobra.Command{
		Use:   "diff OLD.json NEW.json",
		Short: "Tell what is new and what is fixed between two stored reports",
		Long: `diff compares two stored reports and shows the findings that are new, or worse than before, and names those
that are gone. A finding is the same when it is about the same object, wherever its lines have moved.

Exit status: 1 if a finding at or above --fail-on is new or worse, 3 if something of NEW.json could not
be checked, else 0.`,
		Example: `  mcpaudit diff main.json pull-request.json
  mcpaudit diff main.json pull-request.json --format markdown -o comment.md --all`,
		Args: exactly(2, "diff takes the names of two stored reports: the old one and the new one"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if flags.compare != "" {
				return usagef("--compare: diff compares the two reports that it is given")
			}
			s, err := p.prepareShow(cmd, &flags.showFlags, &flags.gateFlags)
			if err != nil {
				return err
			}
			if err := s.keepReports(args...); err != nil {
				return err
			}
			if s.base, err = p.readReport(args[0]); err != nil {
				return err
			}
			s.compare = args[0]
			r, err := p.readReport(args[1])
			if err != nil {
				return err
			}
			if r.Module.Path != s.base.Module.Path {
				p.say(fmt.Sprintf("the reports are about different modules: %s and %s", s.base.Module.Path, r.Module.Path))
			}
			if err := flags.locate(r); err != nil {
				return err
			}
			compared := s.apply(r, true)
			changed := compared.OnlyChanged()
			shown := changed
			if all {
				shown = compared
			}
			if err := p.show(s, shown); err != nil {
				return err
			}
			p.code = flags.gate().ExitCode(changed)
			return nil
		},
	}
	flags.bind(cmd, report.High)
	cmd.Flags().BoolVar(&all, "all", false, "show all findings of NEW.json, not only those that are new or worse")
	return cmd
}

// exactly demands a number of arguments.
func exactly(n int, message string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != n {
			return usagef("%s", message)
		}
		return nil
	}
}
