package cli

import (
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func (p *Program) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write the man pages",
		Long: `man writes a man page for mcpaudit and for each of its commands into a directory. Packages put them into
share/man/man1.`,
		Example: `  mcpaudit man share/man/man1
  man -l share/man/man1/mcpaudit.1`,
		Args: exactly(1, "man takes the directory that the pages go to"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			// The date of the release, so that the same sources give the same pages.
			date, err := time.Parse(time.RFC3339, build().date)
			if err != nil {
				date = time.Unix(0, 0).UTC()
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true
			header := &doc.GenManHeader{Title: "MCPAUDIT", Section: "1", Source: "mcpaudit " + build().version, Manual: "User Commands", Date: &date}
			return doc.GenManTree(root, header, args[0])
		},
	}
}
