package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/mcpaudit/mcpaudit/internal/scan"
	"github.com/mcpaudit/mcpaudit/internal/since"
	"github.com/mcpaudit/mcpaudit/report"
	"github.com/spf13/pflag"
)

// sinceFlags choose an earlier commit to compare with.
type sinceFlags struct{ rev, mergeBase string }

func (f *sinceFlags) bind(fs *pflag.FlagSet) {
	fs.StringVar(&f.rev, "new-from-rev", "", "only findings that are new, worse or changed\nsince this git `revision`")
	fs.StringVar(&f.mergeBase, "new-from-merge-base", "", "the same since HEAD and this `revision` parted")
}

func (f *sinceFlags) check() error {
	if f.rev != "" && f.mergeBase != "" {
		return usagef("--new-from-rev and --new-from-merge-base ask for two bases: give one of them")
	}
	return nil
}

// scanSince audits the code and, if asked for, an earlier commit of it, and leaves what differs.
func (p *Program) scanSince(ctx context.Context, f sinceFlags, o scan.Options) (*report.Report, error) {
	rev, merge := f.rev, false
	if f.mergeBase != "" {
		rev, merge = f.mergeBase, true
	}
	if rev == "" {
		return p.scan(ctx, o)
	}
	dir := o.Dir
	if dir == "" {
		dir = "."
	}
	base, err := since.Open(ctx, dir, rev, merge)
	if err != nil {
		if user, ok := errors.AsType[*since.UserError](err); ok {
			return nil, &usageError{user.Msg}
		}
		return nil, err
	}
	defer func() {
		if err := base.Close(); err != nil {
			p.say(fmt.Sprintf("the temporary folder of the base could not be removed: %v", err))
		}
	}()
	r, err := p.scan(ctx, o)
	if err != nil {
		return nil, err
	}
	before, err := p.scanBase(ctx, base, o)
	if err != nil {
		return nil, err
	}
	out := report.Compare(r, before, rev, base.Commit, base.Changed(moduleRoot(dir)))
	if n := len(before.Problems); n > 0 {
		out.Coverage = append(out.Coverage, report.Gap{
			What: fmt.Sprintf("%d parts of the base %s", n, rev),
			Why:  "they could not be checked there, so that findings in them count as new: " + before.Problems[0].Message,
		})
	}
	return out, nil
}

// scanBase audits the base in the same way. Where it has no such code, everything is new.
func (p *Program) scanBase(ctx context.Context, base *since.Base, o scan.Options) (*report.Report, error) {
	o.Dir, o.NoFixes = base.Dir, true
	o.Exclude = slices.Clone(o.Exclude)
	for i := range o.Exclude {
		o.Exclude[i].Base = base.Counterpart(o.Exclude[i].Base)
	}
	if _, err := os.Stat(o.Dir); errors.Is(err, os.ErrNotExist) {
		return new(report.Report), nil
	}
	r, err := p.scan(ctx, o)
	if nothing, ok := errors.AsType[*scan.UsageError](err); ok {
		return &report.Report{Problems: []report.Problem{{Kind: "base", Message: nothing.Msg}}}, nil
	}
	return r, err
}

// moduleRoot is the folder that a report's files are relative to: the nearest one with a go.mod.
func moduleRoot(dir string) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return dir
	}
	for at := abs; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			return at
		}
		if filepath.Dir(at) == at {
			return abs
		}
	}
}
