package scaffold

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/mod/semver"
)

// sumsFile records what was scaffolded, so that a later run can tell the user's
// changes from its own files.
const sumsFile = "scaffold.sum"

// sums maps a file's name to the digest of what was written; nil means that
// there was no scaffold.
type sums map[string]string

func sum(data []byte) string {
	// Git may have changed the line ends on its way.
	s := sha256.Sum256(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")))
	return "sha256:" + hex.EncodeToString(s[:])
}

func readSums(dir string) (sums, error) {
	name := filepath.Join(dir, sumsFile)
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if errors.Is(err, syscall.ENOTDIR) {
		return nil, usagef("%s cannot be a folder, since a part of its name is a file: move that away, or choose another folder with --dir", dir)
	}
	if err != nil {
		return nil, err
	}
	out := sums{}
	lines := bufio.NewScanner(bytes.NewReader(data))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		file, digest, ok := strings.Cut(line, " ")
		if !ok || file != filepath.Base(file) || !strings.HasPrefix(digest, "sha256:") {
			return nil, usagef("%s:%d: not a line of a scaffold: restore the file, or delete the folder's scaffold and its %s", name, n, sumsFile)
		}
		out[file] = digest
	}
	return out, lines.Err()
}

// Files are the files to write with their content, by their names in the
// package's folder; nil stands for one to remove.
func (p *Plan) Files() map[string][]byte {
	out := map[string][]byte{}
	for _, name := range p.Write {
		out[name] = p.content[name]
	}
	for _, name := range p.Remove {
		out[name] = nil
	}
	if p.stale {
		out[sumsFile] = p.sums()
	}
	return out
}

func (p *Plan) sums() []byte {
	var b bytes.Buffer
	fmt.Fprintln(&b, "# What mcpaudit scaffold handles has written here. It overwrites a file only while it has this content.")
	for _, name := range slices.Sorted(maps.Keys(p.content)) {
		fmt.Fprintf(&b, "%s %s\n", name, sum(p.content[name]))
	}
	return b.Bytes()
}

// Apply writes the files. Each is there in full or not at all; the record of
// what was written comes last, so that a run that is cut short can be repeated.
func (p *Plan) Apply() error {
	dir := filepath.Join(p.Root, p.Dir)
	files := p.Files()
	if len(files) == 0 {
		return nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	names := slices.SortedFunc(maps.Keys(files), func(a, b string) int {
		if (a == sumsFile) != (b == sumsFile) {
			return b2i(a == sumsFile) - b2i(b == sumsFile)
		}
		return strings.Compare(a, b)
	})
	for _, name := range names {
		file := filepath.Join(dir, name)
		if files[name] == nil {
			if err := os.Remove(file); err != nil {
				return err
			}
			continue
		}
		if err := replace(file, files[name]); err != nil {
			return err
		}
	}
	return nil
}

// replace writes a file by way of a new one beside it.
func replace(name string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // does nothing after the rename
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// Get adds the modules that the scaffold needs to the user's go.mod. One that
// other modules require in a newer release than the scaffold was tested with stays
// at that, and Require says so: an older one would take these modules back as well.
func (p *Plan) Get(ctx context.Context, env []string) error {
	if len(p.Require) == 0 {
		return nil
	}
	for i, r := range p.Require {
		path, version, _ := strings.Cut(r, "@")
		cmd := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Version}}", path)
		cmd.Dir, cmd.Env = p.Root, append(slices.Clone(env), "GOFLAGS=-mod=mod")
		// It fails for modules that nothing requires.
		if out, err := cmd.Output(); err == nil && semver.Compare(strings.TrimSpace(string(out)), version) > 0 {
			p.Require[i] = path + "@" + strings.TrimSpace(string(out))
		}
	}
	for _, args := range [][]string{
		append([]string{"get"}, p.Require...),
		{"get", "./" + p.Dir}, // the sums of what the packages import in turn
	} {
		cmd := exec.CommandContext(ctx, "go", args...)
		cmd.Dir, cmd.Env = p.Root, append(slices.Clone(env), "GOFLAGS=-mod=mod")
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Run(); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return fmt.Errorf("go %s: %w: %s", strings.Join(args, " "), err, reason(out.String()))
		}
	}
	return nil
}

// reason is the last message of the go command, which may have several lines: its
// first names the module.
func reason(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	from := len(lines) - 1
	for from > 0 && strings.HasPrefix(lines[from], "\t") {
		from--
	}
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines[from:], " ")
}
