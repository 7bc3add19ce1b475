package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/starter"
	"github.com/spf13/cobra"
)

// initFlags choose what init writes.
type initFlags struct {
	dir         string
	only        []string
	all, dryRun bool
}

func (p *Program) initCommand() *cobra.Command {
	var flags initFlags
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Write the settings file, and what CI, pre-commit and golangci-lint need",
		Long: `init writes .mcpaudit.yaml, and for the tools that are in use here a GitHub workflow, a GitLab job,
a pre-commit hook, and what golangci-lint needs to know the linter. A file that is there already is
never changed: init then shows what to add to it.`,
		Example: `  mcpaudit init --dry-run
  mcpaudit init --only config,github
  mcpaudit init --all`,
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(*cobra.Command, []string) error { return p.init(&flags) },
	}
	fs := cmd.Flags()
	names := strings.Join(starter.Names(), ", ")
	fs.StringVarP(&flags.dir, "chdir", "C", "", "the module's `dir`ectory")
	fs.StringSliceVar(&flags.only, "only", nil, "write only these `parts`: "+names)
	fs.BoolVar(&flags.all, "all", false, "write every part, whatever is in use")
	fs.BoolVar(&flags.dryRun, "dry-run", false, "say what would be written, and write nothing")
	if err := cmd.RegisterFlagCompletionFunc("only", cobra.FixedCompletions(starter.Names(), cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err)
	}
	if err := cmd.MarkFlagDirname("chdir"); err != nil {
		panic(err)
	}
	return cmd
}

// releaseVersion is the form of versions that others can ask for.
var releaseVersion = regexp.MustCompile(`^v\d+\.\d+\.\d+(-[a-z]+\.\d+)?$`)

func (p *Program) init(flags *initFlags) error {
	for _, name := range flags.only {
		if !slices.Contains(starter.Names(), name) {
			return usagef("--only: unknown part %q: %s", name, hint(name, starter.Names(), "", "there are "+strings.Join(starter.Names(), ", ")))
		}
	}
	if flags.all && len(flags.only) > 0 {
		return usagef("--all and --only contradict each other: give one of them")
	}
	if err := checkDir(flags.dir); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(flags.dir, "go.mod")); err != nil {
		return usagef("there is no go.mod in %s: run init in the folder of the module, or name it with -C", orDot(flags.dir))
	}
	release := ""
	if v := build().version; releaseVersion.MatchString(v) {
		release = v
	}
	files, err := starter.Plan(starter.Options{Dir: flags.dir, Only: flags.only, All: flags.all, Release: release})
	if err != nil {
		return usagef("%v", err)
	}
	for i := range files {
		if err := p.initFile(&files[i], flags.dryRun); err != nil {
			return err
		}
	}
	return nil
}

func (p *Program) initFile(f *starter.File, dryRun bool) error {
	indented := "    " + strings.ReplaceAll(strings.TrimRight(f.Content, "\n"), "\n", "\n    ") + "\n"
	said := ""
	switch {
	case f.There != "" && f.Name == "config":
		said = fmt.Sprintf("%s is there already and stays as it is\n", f.There)
	case f.There != "":
		said = fmt.Sprintf("%s is there already and stays as it is. What mcpaudit needs in it:\n\n%s\n", f.There, strings.ReplaceAll(indented, "    \n", "\n"))
	case dryRun:
		said = fmt.Sprintf("would write %s:\n\n%s\n", f.Shown, strings.ReplaceAll(indented, "    \n", "\n"))
	default:
		if err := f.Write(); err != nil {
			return fmt.Errorf("%s cannot be written: %w", f.Shown, err)
		}
		said = "wrote " + f.Shown
		if f.Next != "" {
			said += "; " + f.Next
		}
		said += "\n"
	}
	_, err := fmt.Fprint(p.Stdout, said)
	return err
}

func orDot(dir string) string {
	if dir == "" {
		return "this folder"
	}
	return dir
}
