package cli

import (
	"github.com/mcpaudit/mcpaudit/internal/scan"
	"github.com/spf13/cobra"
)

func (p *Program) deployCommand() *cobra.Command {
	var flags auditFlags
	cmd := &cobra.Command{
		Use:   "deploy [path...]",
		Short: "Audit deployment files alone",
		Long: `deploy audits manifests, charts, proxy configurations and the like without the code: folders with everything
below them, or single files. Without a path it is the current directory.

With the code beside the files, mcpaudit ./... says more: which state the settings hide, and whether they can go.`,
		Example: `  mcpaudit deploy deploy/kubernetes
  mcpaudit deploy --format json charts/server nginx.conf`,
		RunE: func(cmd *cobra.Command, args []string) error {
			format, err := formatNamed(flags.format)
			if err != nil {
				return err
			}
			if err := p.checkRules(&flags); err != nil {
				return err
			}
			if err := checkDir(flags.dir); err != nil {
				return err
			}
			if err := checkOutput(flags.output); err != nil {
				return err
			}
			color, err := p.color(flags.color, flags.output)
			if err != nil {
				return err
			}
			return p.report(cmd.Context(), cmd, &flags, format, color, scan.Options{
				Dir: flags.dir, Enable: flags.enable, Disable: flags.disable, Deploy: args, NoCode: true,
			})
		},
	}
	flags.bind(cmd.Flags())
	p.completions(cmd)
	for _, name := range []string{"deploy", "tests"} {
		if err := cmd.Flags().MarkHidden(name); err != nil {
			panic(err) // the flag does not exist
		}
	}
	return cmd
}
