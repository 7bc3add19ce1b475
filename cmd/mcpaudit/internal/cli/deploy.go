package cli

import (
	"context"

	"github.com/mcpaudit/mcpaudit/internal/scan"
	"github.com/mcpaudit/mcpaudit/report"
	"github.com/spf13/cobra"
)

// deployFlags are the flags of an audit of deployment files alone.
type deployFlags struct {
	showFlags
	gateFlags
	enable, disable []string
	dir             string
}

func (p *Program) deployCommand() *cobra.Command {
	var flags deployFlags
	cmd := &cobra.Command{
		Use:   "deploy [path...]",
		Short: "Audit deployment files alone",
		Long: `deploy audits manifests, charts, proxy configurations and the like without the code: folders with everything
below them, or single files. Without a path it is the current directory.

With the code beside the files, mcpaudit ./... says more: which state the settings hide, and whether they can go.`,
		Example: `  mcpaudit deploy deploy/kubernetes
  mcpaudit deploy --format json charts/server nginx.conf`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.deploy(cmd.Context(), cmd, &flags, args)
		},
	}
	fs := cmd.Flags()
	flags.showFlags.bind(fs)
	flags.gateFlags.bind(fs, report.High)
	fs.StringSliceVar(&flags.enable, "enable", nil, "run only these `rules` (names, separated by commas)")
	fs.StringSliceVar(&flags.disable, "disable", nil, "do not run these `rules`")
	fs.StringVarP(&flags.dir, "chdir", "C", "", "audit in this `dir`ectory")
	completeShow(cmd)
	for _, flag := range []string{"enable", "disable"} {
		if err := cmd.RegisterFlagCompletionFunc(flag, p.completeRuleList); err != nil {
			panic(err) // the flag exists
		}
	}
	return cmd
}

// deploy runs an audit of files and writes what it finds.
func (p *Program) deploy(ctx context.Context, cmd *cobra.Command, flags *deployFlags, paths []string) error {
	showing, err := p.prepareShow(cmd, &flags.showFlags, &flags.gateFlags)
	if err != nil {
		return err
	}
	if err := p.checkRules(&auditFlags{enable: flags.enable, disable: flags.disable}); err != nil {
		return err
	}
	if err := checkDir(flags.dir); err != nil {
		return err
	}
	r, err := p.scan(ctx, scan.Options{Dir: flags.dir, Enable: flags.enable, Disable: flags.disable, Deploy: paths, NoCode: true})
	if err != nil {
		return err
	}
	r.Tool = report.Tool{Name: "mcpaudit", Version: build().version}
	counted := showing.apply(r, true)
	if err := p.show(showing, counted); err != nil {
		return err
	}
	p.code = flags.gate().ExitCode(counted)
	return nil
}
