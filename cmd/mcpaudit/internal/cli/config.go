package cli

import (
	"strconv"
	"strings"

	"github.com/mcpaudit/mcpaudit/report/text"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// configCommand shows the settings that an audit would run with, and where each comes from.
func (p *Program) configCommand() *cobra.Command {
	var flags auditFlags
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Check the settings file and show the settings in force",
		Long: `config reads the settings as an audit does and shows each with the place that it comes from:
a flag, an environment variable (MCPAUDIT_FAIL_ON for --fail-on) or the file .mcpaudit.yaml.
What is wrong with the file is told with its line, and the exit status is then 2.`,
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := p.settle(cmd, &flags.dir, &flags.config)
			if err != nil {
				return err
			}
			if err := p.checkRules(&flags); err != nil {
				return err
			}
			on, err := p.color(flags.color, "")
			if err != nil {
				return err
			}
			for _, message := range strayVariables(p.Environ(), cmd.Flags()) {
				p.say(message)
			}
			return text.Writer{Color: on, Width: p.width("", false)}.Table(p.Stdout, []string{"setting", "value", "from"}, s.rows(cmd.Flags()))
		},
	}
	flags.bind(cmd.Flags())
	return cmd
}

// rows lists the settings, those of the flags first.
func (s *settings) rows(flags *pflag.FlagSet) (rows [][]string) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Name == "help" || f.Name == "chdir" || f.Name == "config" {
			return
		}
		from := s.sources[f.Name]
		if from == "" {
			from = "default"
		}
		value := f.Value.String()
		if list, ok := f.Value.(pflag.SliceValue); ok {
			value = strings.Join(list.GetSlice(), ", ")
		}
		rows = append(rows, []string{f.Name, value, from})
	})
	if s.file == nil {
		return rows
	}
	for _, x := range s.exclude {
		rows = append(rows, []string{"exclude", x.Pattern + ": " + x.Reason, s.file.Shown()})
	}
	for _, t := range s.tables {
		rows = append(rows, []string{"tables", strconv.Itoa(strings.Count(strings.TrimSpace(t.Text)+"\n", "\n")) + " lines", t.File})
	}
	return rows
}
