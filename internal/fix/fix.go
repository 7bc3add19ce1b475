// Package fix applies the rewrites that rules propose, and only those that hold.
//
// It works on an overlay in memory: a round audits, applies what is proposed,
// type-checks the packages and those that depend on them with their tests, and
// audits again. What does not compile, leaves its finding as it was or makes a
// new one is rolled back. Rounds go on until nothing is left to apply, because one
// rewrite may clear the way for another. Files are written at the end, each in
// full or not at all.
package fix

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/scan"
	"github.com/mcpaudit/mcpaudit/report"
)

// Options say what to rewrite.
type Options struct {
	Scan     scan.Options
	Rules    []string // only findings of these rules; none means all
	Findings []string // only the findings of cards with these fingerprints
	Review   bool     // also the rewrites that need a reader's eye
}

// Outcome is what became of one finding.
type Outcome struct {
	*scan.Found
	What string // what the rewrite does, or why there is none
	Kind string // why there is none, without names and places: what may be counted
}

// A File is one that changes.
type File struct {
	Name          string // absolute
	Before, After []byte
}

// Result is what a run came to. Nothing has been written.
type Result struct {
	Root       string // the module's folder
	Module     string // its import path
	Applied    []Outcome
	Review     []Outcome // rewrites that are left out because they need a reader's eye
	Refused    []Outcome
	RolledBack []Outcome
	NoRewrite  int // findings of rules that have no rewrite
	Files      []File
	Problems   []report.Problem // what could not be checked from the beginning
}

// maxRounds bounds how often rewrites can clear the way for others.
const maxRounds = 6

// run is the state of a run.
type run struct {
	o       Options
	overlay map[string][]byte // accepted
	before  map[string][]byte // what the files were
	bad     map[string]bool   // what does not compile from the beginning
	left    *[]string         // files that this build leaves out
	now     *scan.Proposals   // of the overlay
	failed  map[string]string // keys of findings whose rewrites were rolled back -> why
	res     *Result
}

// Run finds out which rewrites hold.
func Run(ctx context.Context, o Options) (*Result, error) {
	r := &run{o: o, overlay: map[string][]byte{}, before: map[string][]byte{}, failed: map[string]string{}, res: &Result{}}
	var err error
	if r.now, err = r.propose(ctx, nil); err != nil {
		return nil, err
	}
	if err := r.known(); err != nil {
		return nil, err
	}
	r.res.Root, r.res.Module, r.res.Problems = r.now.Root, r.now.Report.Module.Path, r.now.Report.Problems
	for range maxRounds {
		batch := r.batch()
		if len(batch) == 0 {
			break
		}
		if r.bad == nil {
			if r.bad, err = r.compile(ctx, nil); err != nil {
				return nil, err
			}
		}
		if err := r.accept(ctx, batch); err != nil {
			return nil, err
		}
	}
	r.finish()
	return r.res, nil
}

// known rejects fingerprints that no finding has.
func (r *run) known() error {
	for _, want := range r.o.Findings {
		if !slices.ContainsFunc(r.now.Findings, func(f scan.Found) bool { return r.named(f.Card, want) }) {
			return &scan.UsageError{Msg: fmt.Sprintf("no finding has the fingerprint %s: mcpaudit --format json lists them", want)}
		}
	}
	return nil
}

// wanted reports whether a finding was asked for. What is only worth knowing, or
// only possible, is rewritten when it is named.
func (r *run) wanted(f *scan.Found) bool {
	if f.Card == "" {
		return false // the settings set it aside
	}
	if len(r.o.Rules) > 0 && !slices.Contains(r.o.Rules, f.Rule) {
		return false
	}
	if len(r.o.Findings) > 0 {
		return slices.ContainsFunc(r.o.Findings, func(want string) bool { return r.named(f.Card, want) })
	}
	return f.Severity != report.Info && f.Confidence.AtLeast(report.Likely)
}

// named reports whether a card is meant by a fingerprint, or by the beginning of
// one. The fingerprint of one card may begin as that of another.
func (r *run) named(card, want string) bool {
	return card == want || strings.HasPrefix(card, want) && !slices.ContainsFunc(r.now.Findings, func(f scan.Found) bool { return f.Card == want })
}

// batch is the rewrites of one round: those that do not touch the same bytes. Those
// that change little go first, so that none is lost to a large one in its place: a
// wrapper for repetitions, say, to a map that moves. A rewrite that must look at all
// others comes when there are no others.
func (r *run) batch() []*scan.Found {
	var can []*scan.Found
	for i := range r.now.Findings {
		f := &r.now.Findings[i]
		if f.Fix != nil && r.wanted(f) && (!f.Fix.Review || r.o.Review) && r.failed[f.Key] == "" {
			can = append(can, f)
		}
	}
	slices.SortStableFunc(can, func(a, b *scan.Found) int { return len(a.Fix.Edits) - len(b.Fix.Edits) })
	var out []*scan.Found
	var edits []scan.FileEdit
	for _, f := range can {
		if merged, ok := join(edits, f.Fix.Edits); ok {
			edits, out = merged, append(out, f)
		}
	}
	return out
}

// accept applies as much of a batch as holds.
func (r *run) accept(ctx context.Context, batch []*scan.Found) error {
	for len(batch) > 0 {
		next, blamed, why, err := r.try(ctx, batch)
		if err != nil {
			return err
		}
		if len(blamed) == 0 {
			for _, f := range batch {
				r.res.Applied = append(r.res.Applied, Outcome{f, f.Fix.Message, ""})
			}
			r.now = next
			return nil
		}
		if len(blamed) == len(batch) && len(batch) > 1 {
			// Nobody knows which it was: one after the other.
			return r.single(ctx, batch)
		}
		for _, f := range blamed {
			r.failed[f.Key] = why
			r.res.RolledBack = append(r.res.RolledBack, Outcome{f, why, kind(why)})
		}
		batch = slices.DeleteFunc(slices.Clone(batch), func(f *scan.Found) bool { return slices.Contains(blamed, f) })
	}
	return nil
}

// kind is a reason without what follows its first colon.
func kind(why string) string {
	kind, _, _ := strings.Cut(why, ": ")
	return kind
}

// single tries the rewrites of a batch alone. The first that holds ends the
// round, since the offsets of the others are those before it.
func (r *run) single(ctx context.Context, batch []*scan.Found) error {
	for _, f := range batch {
		if err := r.accept(ctx, []*scan.Found{f}); err != nil {
			return err
		}
		if r.failed[f.Key] == "" {
			return nil
		}
	}
	return nil
}

// try applies a batch to a copy of the overlay and checks it. It returns the
// rewrites that are to blame for what is wrong.
func (r *run) try(ctx context.Context, batch []*scan.Found) (*scan.Proposals, []*scan.Found, string, error) {
	overlay, files, err := r.applied(batch)
	if err != nil {
		return nil, batch, err.Error(), nil
	}
	problems, err := r.compile(ctx, overlay)
	if err != nil {
		return nil, nil, "", err
	}
	for p := range problems {
		if !r.bad[p] {
			return nil, touching(batch, files, r.now.Root, fileOf(p)), "it does not compile: " + strings.ReplaceAll(p, "\x00", ": "), nil
		}
	}
	switch file, why, err := r.otherBuild(files, overlay); {
	case err != nil:
		return nil, nil, "", err
	case why != "":
		return nil, touching(batch, files, r.now.Root, file), why, nil
	}
	next, err := r.propose(ctx, overlay)
	if err != nil {
		return nil, nil, "", err
	}
	if blamed, why, fresh := r.compare(batch, files, next); len(blamed) > 0 {
		if fresh == nil || !r.follows(fresh) {
			return nil, blamed, why, nil
		}
		if next, err = r.also(ctx, batch, files, overlay, next, fresh); err != nil || next == nil {
			return nil, blamed, why, err
		}
		return next, nil, "", nil
	}
	for name := range files {
		if _, ok := r.before[name]; !ok {
			if r.before[name], err = r.read(name); err != nil {
				return nil, nil, "", err
			}
		}
	}
	r.overlay = overlay
	return next, nil, "", nil
}

// follows reports whether a new finding may be rewritten together with what has
// brought it to light: an id that is strong now is a handle, say, and wants its
// lifetime told.
func (r *run) follows(f *scan.Found) bool {
	return f.Fix != nil && !f.Fix.Review && r.wanted(f) && r.failed[f.Key] == ""
}

// also applies the rewrite of a finding that a batch has made, and returns the
// findings after both; nil if they do not hold together.
func (r *run) also(ctx context.Context, batch []*scan.Found, files map[string]bool, overlay map[string][]byte, next *scan.Proposals, fresh *scan.Found) (*scan.Proposals, error) {
	before := maps.Clone(r.before)
	for name := range files {
		if _, ok := r.before[name]; !ok {
			src, err := r.read(name)
			if err != nil {
				return nil, err
			}
			r.before[name] = src
		}
	}
	was, now := r.overlay, r.now
	r.overlay, r.now = overlay, next
	after, blamed, _, err := r.try(ctx, []*scan.Found{fresh})
	r.now = now
	if err == nil && len(blamed) == 0 {
		if blamed, _, _ = r.compare(batch, files, after); len(blamed) == 0 {
			r.res.Applied = append(r.res.Applied, Outcome{fresh, fresh.Fix.Message, ""})
			return after, nil
		}
	}
	r.overlay, r.before = was, before
	return nil, err
}

// compare looks at the findings after a batch: those that it was for must be
// gone, and none may be new. It returns the first new one.
func (r *run) compare(batch []*scan.Found, files map[string]bool, next *scan.Proposals) (blamed []*scan.Found, why string, fresh *scan.Found) {
	had, has := count(r.now.Findings), count(next.Findings)
	var kept []*scan.Found
	for _, f := range batch {
		if has[f.Key] >= had[f.Key] {
			kept = append(kept, f)
		}
	}
	if len(kept) > 0 {
		return kept, "the finding is still there after it", nil
	}
	for i := range next.Findings {
		f := &next.Findings[i]
		if f.Severity == report.Info || !f.Confidence.AtLeast(report.Likely) || has[f.Key] <= had[f.Key] {
			continue
		}
		return touching(batch, files, next.Root, f.Site.File), "it makes a new finding: " + f.String(), f
	}
	return nil, "", nil
}

func count(findings []scan.Found) map[string]int {
	n := map[string]int{}
	for _, f := range findings {
		n[f.Key]++
	}
	return n
}

// finish says what became of the other findings.
func (r *run) finish() {
	for i := range r.now.Findings {
		f := &r.now.Findings[i]
		switch {
		case !r.wanted(f) || r.failed[f.Key] != "":
		case !f.Rewrites:
			r.res.NoRewrite++
		case f.Refusal != "":
			r.res.Refused = append(r.res.Refused, Outcome{f, f.Refusal, f.Kind})
		case f.Fix != nil && f.Fix.Review && !r.o.Review:
			r.res.Review = append(r.res.Review, Outcome{f, f.Fix.Message, ""})
		}
	}
	for name, before := range r.before {
		r.res.Files = append(r.res.Files, File{Name: name, Before: before, After: r.overlay[name]})
	}
	slices.SortFunc(r.res.Files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
}
