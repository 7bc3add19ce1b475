// Package since lays out an earlier commit of a repository beside it, and tells which lines have changed from there. Nothing of the
// repository is written: the commit goes to a temporary folder by way of a temporary index, without hooks.
package since

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// UserError is something that the user can mend: no repository, no such revision.
type UserError struct{ Msg string }

func (e *UserError) Error() string { return e.Msg }

// A Base is an earlier commit.
type Base struct {
	Rev    string // as it was asked for
	Commit string // what that is
	Dir    string // the counterpart of the audited folder; it may not exist
	temp   string // the counterpart of top
	top    string // the root of the repository
	lines  map[string][]span
}

// span is a range of lines, both ends included.
type span struct{ first, last int }

// Open lays out a revision, or the commit where HEAD left it behind, and compares the work tree with it. Close removes what it lays out.
func Open(ctx context.Context, dir, rev string, mergeBase bool) (b *Base, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	out, err := git(ctx, dir, nil, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, &UserError{fmt.Sprintf("%s is not in a git repository that can be read: %v", dir, err)}
	}
	top, err := filepath.EvalSymlinks(filepath.FromSlash(strings.TrimRight(out, "\r\n")))
	if err != nil {
		return nil, err
	}
	b = &Base{Rev: rev, top: top}
	if b.Commit, err = resolve(ctx, dir, rev, mergeBase); err != nil {
		return nil, err
	}
	if b.lines, err = changed(ctx, top, b.Commit); err != nil {
		return nil, fmt.Errorf("the changes since %s cannot be listed: %w", rev, err)
	}
	if b.temp, err = os.MkdirTemp("", "mcpaudit-base-"); err != nil {
		return nil, err
	}
	if b.temp, err = filepath.EvalSymlinks(b.temp); err == nil {
		err = layOut(ctx, top, b.Commit, b.temp)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the commit %s cannot be laid out: %w", b.Commit, err), b.Close())
	}
	b.Dir = b.Counterpart(dir)
	return b, nil
}

// Close removes what Open has laid out.
func (b *Base) Close() error { return os.RemoveAll(b.temp) }

// Counterpart is the folder of the base that corresponds to one of the repository. Folders outside stay as they are.
func (b *Base) Counterpart(dir string) string {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	rel, err := filepath.Rel(b.top, dir)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return dir
	}
	return filepath.Join(b.temp, rel)
}

// Changed reports whether a line of the work tree differs from the base. Files are relative to root, with slashes, or absolute.
func (b *Base) Changed(root string) func(file string, line int) bool {
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	return func(file string, line int) bool {
		file = filepath.FromSlash(file)
		if !filepath.IsAbs(file) {
			file = filepath.Join(root, file)
		}
		for _, s := range b.lines[file] {
			if s.first <= line && line <= s.last {
				return true
			}
		}
		return false
	}
}

// resolve finds the commit.
func resolve(ctx context.Context, dir, rev string, mergeBase bool) (string, error) {
	hint := "fetch it first; in CI check out the whole history (fetch-depth: 0)"
	out, err := git(ctx, dir, nil, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		return "", &UserError{fmt.Sprintf("git knows no commit %q: %s", rev, hint)}
	}
	commit := strings.TrimSpace(out)
	if !mergeBase {
		return commit, nil
	}
	if out, err = git(ctx, dir, nil, "merge-base", "HEAD", commit); err != nil {
		return "", &UserError{fmt.Sprintf("HEAD and %q have no commit in common here: %s", rev, hint)}
	}
	return strings.TrimSpace(out), nil
}

// layOut writes the files of a commit into a folder.
func layOut(ctx context.Context, top, commit, dir string) error {
	index, err := os.CreateTemp("", "mcpaudit-index-")
	if err != nil {
		return err
	}
	index.Close()
	defer os.Remove(index.Name())
	if err := os.Remove(index.Name()); err != nil { // an empty file is no index
		return err
	}
	env := []string{"GIT_INDEX_FILE=" + index.Name()}
	if _, err := git(ctx, top, env, "read-tree", commit); err != nil {
		return err
	}
	// Sources are not kept in large file storage, whose filter would go to the network.
	_, err = git(ctx, top, env, "-c", "filter.lfs.smudge=", "-c", "filter.lfs.process=", "-c", "filter.lfs.required=false",
		"checkout-index", "--all", "--force", "--prefix="+dir+string(filepath.Separator))
	return err
}

// git runs git so that it neither writes to the repository nor runs what the repository or the user has configured for a commit.
func git(ctx context.Context, dir string, env []string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-c", "core.hooksPath=" + os.DevNull, "-c", "core.fsmonitor=false", "-c", "core.quotePath=false"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C")
	cmd.Env = append(cmd.Env, env...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return "", errors.New("git is not on PATH")
		}
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if msg := strings.TrimSpace(errs.String()); msg != "" {
			first, _, _ := strings.Cut(msg, "\n")
			return "", errors.New(first)
		}
		return "", err
	}
	return out.String(), nil
}
