package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/scaffold"
	"github.com/mcpaudit/mcpaudit/internal/scan"
	"github.com/spf13/cobra"
)

func (p *Program) scaffoldCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "scaffold",
		Short: "Write code that rewrites need into your module",
		Args:  noSuch,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return usagef("scaffold what? mcpaudit scaffold handles")
		},
	}
	cmd.AddCommand(p.scaffoldHandlesCommand())
	return cmd
}

func (p *Program) scaffoldHandlesCommand() *cobra.Command {
	var o scaffold.Options
	var noGet, dryRun bool
	cmd := &cobra.Command{
		Use:   "handles",
		Short: "Write a package for handles: a shared store, idempotency keys, signed cursors, sealed states",
		Long: `scaffold handles writes a Go package into your module. It is your code from then on.

The package keeps what one tool call leaves for the next in a store that all replicas share, and hands
out handles for it. It runs "go get" for the driver of the store, unless --no-get is given.

Running it again changes nothing, unless another store is named or a newer mcpaudit has a newer package;
files that you have edited are never overwritten.`,
		Example: `  mcpaudit scaffold handles
  mcpaudit scaffold handles --store postgres --dir internal/state`,
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkDir(o.Module); err != nil {
				return err
			}
			return p.scaffoldHandles(cmd.Context(), o, dryRun, !noGet)
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&o.Dir, "dir", scaffold.DefaultDir, "the package's `folder`, below the module's root")
	fs.StringSliceVar(&o.Stores, "store", nil, "`stores` to write, separated by commas: "+strings.Join(scaffold.Stores(), ", ")+" (default: "+scaffold.DefaultStore+", or those that are there)")
	fs.BoolVar(&noGet, "no-get", false, "do not run go get for what the store needs")
	fs.BoolVarP(&dryRun, "dry-run", "n", false, "say what would be written, and write nothing")
	fs.StringVarP(&o.Module, "chdir", "C", "", "write into the module of this `dir`ectory")
	if err := cmd.MarkFlagDirname("chdir"); err != nil {
		panic(err)
	}
	if err := cmd.RegisterFlagCompletionFunc("store", cobra.FixedCompletions(scaffold.Stores(), cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err)
	}
	return cmd
}

// scaffoldHandles writes the package and says what it did.
func (p *Program) scaffoldHandles(ctx context.Context, o scaffold.Options, dryRun, get bool) error {
	plan, err := scaffold.Prepare(o)
	if usage, ok := errors.AsType[*scaffold.UsageError](err); ok {
		return &scan.UsageError{Msg: usage.Msg}
	}
	if err != nil {
		return err
	}
	out := p.Stdout
	if plan.Done() {
		fmt.Fprintf(out, "%s is up to date (%s).\n", plan.Dir, strings.Join(plan.Stores, ", "))
		return nil
	}
	if dryRun {
		list(out, "would write", plan.Dir, plan.Write)
		list(out, "would remove", plan.Dir, plan.Remove)
		if get && len(plan.Require) > 0 {
			fmt.Fprintf(out, "would run go get %s\n", strings.Join(plan.Require, " "))
		}
		return nil
	}
	if err := plan.Apply(); err != nil {
		return fmt.Errorf("%s was not written in full: %w; mend this and run the same command again", plan.Dir, err)
	}
	list(out, "wrote", plan.Dir, plan.Write)
	list(out, "removed", plan.Dir, plan.Remove)
	byHand := "go get " + strings.Join(plan.Require, " ") + " && go mod tidy"
	switch {
	case len(plan.Require) == 0:
	case !get:
		fmt.Fprintf(out, "run: %s\n", byHand)
	default:
		if err := plan.Get(ctx, os.Environ()); err != nil {
			return fmt.Errorf("the package is written, but what it needs could not be had: %w; run %s", err, byHand)
		}
		fmt.Fprintf(out, "added to go.mod: %s\n", strings.Join(plan.Require, ", "))
	}
	if plan.Vendored {
		fmt.Fprintln(out, "this module has a vendor folder: run go mod vendor")
	}
	nextSteps(out, plan)
	return nil
}

func list(w io.Writer, what, dir string, names []string) {
	if len(names) > 0 {
		fmt.Fprintf(w, "%s in %s: %s\n", what, dir, strings.Join(names, " "))
	}
}

func nextSteps(w io.Writer, plan *scaffold.Plan) {
	fmt.Fprintf(w, `
Import %q. Every replica needs the same settings:
  HANDLES_STORE=%s
  HANDLES_KEYS=k1=$(openssl rand -base64 32)
Call %s.MustOpen() before the server begins to serve.
`, plan.ImportPath, strings.Join(plan.Addresses, "   or   "), path.Base(plan.Dir))
	switch {
	case len(plan.SDKs) > 0:
	case len(plan.Old) > 0:
		fmt.Fprintf(w, "The package has nothing for %s: upgrade, and run this command again.\n", plan.Old[0])
	default:
		fmt.Fprintln(w, "go.mod requires neither of the SDKs whose callers the package knows: write the function that tells who calls yourself.")
	}
}
