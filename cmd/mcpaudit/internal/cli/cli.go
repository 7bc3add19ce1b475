// Package cli is the command line of mcpaudit. It turns flags into scan.Options, a report into bytes, and every outcome into an exit code.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/scan"
	"github.com/mcpaudit/mcpaudit/report"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// exitInterrupted is what shells report for a program that Ctrl-C has ended.
const exitInterrupted = 130

// A Program is one call of mcpaudit. What it needs from the outside are fields, so that a test can replace it.
type Program struct {
	Run    func(context.Context, scan.Options) (*report.Report, error)
	Rules  func() []scan.RuleInfo
	Stdin  io.Reader // nil is the standard input of the process
	Stdout io.Writer
	Stderr io.Writer
	Getenv func(string) string
	// Environ lists all variables, as NAME=value.
	Environ func() []string

	code int // of the report, once there is one
}

// Main runs mcpaudit on the arguments that follow the program's name and returns its exit code.
func Main(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	p := &Program{Run: scan.Run, Rules: scan.Rules, Stdout: stdout, Stderr: stderr, Getenv: os.Getenv, Environ: os.Environ}
	return p.Main(ctx, args)
}

// Main is like the function Main with the parts of p.
func (p *Program) Main(ctx context.Context, args []string) int {
	root := p.rootCommand()
	root.SetArgs(args)
	root.SetOut(p.Stdout)
	root.SetErr(p.Stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return p.code
	}
	if ctx.Err() != nil {
		p.say("interrupted")
		return exitInterrupted
	}
	for line := range strings.Lines(err.Error()) {
		p.say(line)
	}
	if crash, ok := errors.AsType[*crashError](err); ok {
		fmt.Fprintf(p.Stderr, "\n%s\n", crash.stack)
	}
	return exitCode(err)
}

// exitCode tells the user's mistakes from everything else.
func exitCode(err error) int {
	_, mine := errors.AsType[*usageError](err)
	_, theirs := errors.AsType[*scan.UsageError](err)
	if mine || theirs {
		return report.ExitUsage
	}
	return report.ExitIncomplete
}

// say prints one line for the user on standard error. It may quote file names, so it is made printable first.
func (p *Program) say(message string) {
	fmt.Fprintf(p.Stderr, "mcpaudit: %s\n", report.Printable(strings.TrimSpace(message)))
}

// A usageError is a command line that asks for something impossible.
type usageError struct{ msg string }

func (e *usageError) Error() string { return e.msg }

func usagef(format string, args ...any) error { return &usageError{fmt.Sprintf(format, args...)} }

// flagError says what is wrong with a flag in the words of this program.
func flagError(cmd *cobra.Command, err error) error {
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return usagef("--%s: %v", invalid.GetFlag().Name, invalid.Unwrap())
	}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		name := unknown.GetSpecifiedName()
		if unknown.GetSpecifiedShortnames() != "" {
			return usagef("unknown flag -%s: %s --help lists the flags", name, cmd.CommandPath())
		}
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		return usagef("unknown flag --%s: %s", name, hint(name, names, "--", cmd.CommandPath()+" --help lists the flags"))
	}
	return usagef("%v: %s --help lists the flags", err, cmd.CommandPath())
}
