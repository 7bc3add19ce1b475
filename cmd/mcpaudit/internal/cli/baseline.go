package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/mcpaudit/mcpaudit/internal/scan"
	"github.com/mcpaudit/mcpaudit/report"
	"github.com/mcpaudit/mcpaudit/report/json"
	"github.com/spf13/cobra"
)

// baselineFile is the usual name of a baseline.
const baselineFile = ".mcpaudit-baseline.json"

func (p *Program) baselineCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "baseline",
		Short: "Keep a list of known findings, so that only new ones fail",
		Long: `A baseline is a list of findings that a team knows. An audit with --baseline FILE sets them aside: what is
not on the list, or has become more severe than the list says, still fails. Entries are found again when
lines, files and packages move.`,
		Args: noSuch,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(p.baselineWriteCommand())
	return cmd
}

func (p *Program) baselineWriteCommand() *cobra.Command {
	var flags struct {
		dir, from, output, config string
		tests                     bool
		tags                      []string
	}
	cmd := &cobra.Command{
		Use:   "write [packages]",
		Short: "Write the findings of today to a baseline",
		Long: `write audits the packages, or reads a stored report, and writes all findings to a baseline. Reasons that
were written into an older baseline of the same name are kept; any other file of that name stays as it is.

Exit status: 0, or 3 if something could not be checked: the baseline then lacks what was not seen.`,
		Example: `  mcpaudit baseline write ./...
  mcpaudit baseline write --from audit.json -o known.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if flags.from != "" && (len(args) > 0 || flags.tests || len(flags.tags) > 0 || flags.dir != "") {
				return usagef("--from takes the findings of a stored report: there is nothing to audit")
			}
			if err := checkOutput(flags.output); err != nil {
				return err
			}
			older, err := olderBaseline(flags.output)
			if err != nil {
				return err
			}
			var r *report.Report
			if flags.from != "" {
				if r, err = p.readReport(flags.from); err != nil {
					return err
				}
			} else {
				// The file of settings says where reports go, not where this does.
				output := flags.output
				settings, err := p.settle(cmd, &flags.dir, &flags.config)
				if err != nil {
					return err
				}
				flags.output = output
				if err := checkTags(flags.tags); err != nil {
					return err
				}
				r, err = p.scan(cmd.Context(), scan.Options{
					Dir: flags.dir, Patterns: args, Tests: flags.tests, Tags: flags.tags, Tables: settings.tables, Exclude: settings.exclude, NoFixes: true,
				})
				if err != nil {
					return err
				}
			}
			var buf bytes.Buffer
			b := report.NewBaseline(r, older)
			if err := json.WriteBaseline(&buf, b); err != nil {
				return err
			}
			if err := replaceFile(flags.output, buf.Bytes()); err != nil {
				return fmt.Errorf("the baseline could not be written to %s: %w", flags.output, err)
			}
			p.say(fmt.Sprintf("%s in %s: audit with --baseline %s", report.Plural(len(b.Findings), "known finding"), flags.output, flags.output))
			if n := len(r.Problems); n > 0 {
				p.say(fmt.Sprintf("something could not be checked (%s), so that the baseline may lack findings: mend it and write the baseline again", report.Plural(n, "problem")))
				p.code = report.ExitIncomplete
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&flags.output, "output", "o", baselineFile, "the baseline's `file`")
	cmd.Flags().StringVar(&flags.from, "from", "", "take the findings of a stored `report` (JSON) instead of auditing")
	cmd.Flags().StringVarP(&flags.dir, "chdir", "C", "", "audit in this `dir`ectory")
	cmd.Flags().StringVar(&flags.config, "config", "", "settings `file`; none: no file\n(default: the nearest .mcpaudit.yaml)")
	cmd.Flags().BoolVar(&flags.tests, "tests", false, "audit test files as well")
	bindTags(cmd.Flags(), &flags.tags)
	return cmd
}

// olderBaseline reads the baseline that is to be replaced. A file that is no baseline is not ours to overwrite.
func olderBaseline(name string) (*report.Baseline, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, missing(name, "baseline", err)
	}
	b, err := json.ReadBaseline(bytes.NewReader(data))
	if err != nil {
		return nil, usagef("%s is there and will not be overwritten, since it is %v: move it away or choose another name with -o", name, err)
	}
	return b, nil
}
