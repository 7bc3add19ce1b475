package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"

	"github.com/mcpaudit/mcpaudit/internal/config"
	"github.com/mcpaudit/mcpaudit/report"
)

// checkOutput finds out before a long audit whether its report has a place to go to.
func checkOutput(name string) error {
	if name == "" || name == "-" {
		return nil
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return usagef("--output: %s is a directory: name a file in it", name)
	}
	if isSource(name) {
		return usagef("--output: %s would be overwritten, and is a source file by its name: name another file", name)
	}
	dir := filepath.Dir(name)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return usagef("--output: there is no directory %s: make it first", dir)
	}
	return nil
}

// isSource reports whether a file has a name that nothing but a Go module's own files have. Between -o and the file of a report a slip
// is easily made, and source that was not committed would be gone.
func isSource(name string) bool {
	switch base := filepath.Base(name); base {
	case "go.mod", "go.sum", "go.work", "go.work.sum", config.Name:
		return true
	default:
		return filepath.Ext(base) == ".go"
	}
}

// keep refuses an output that is one of the files which the command reads. Input and flag name it in the message.
func keep(output, input, flag string) error {
	if output == "" || output == "-" || input == "" || input == "-" {
		return nil
	}
	in, err := os.Stat(input)
	if err != nil || !in.Mode().IsRegular() {
		return nil
	}
	if out, err := os.Stat(output); err == nil && os.SameFile(in, out) {
		return usagef("--output: %s would be overwritten, and %s reads it: name another file", output, flag)
	}
	return nil
}

// writeReport writes a report to standard output or to a file. The bytes are complete before the first one is written.
func (p *Program) writeReport(name string, w report.Writer, r *report.Report) error {
	var buf bytes.Buffer
	if err := w.Write(&buf, r); err != nil {
		return fmt.Errorf("the report could not be written: %w", err)
	}
	if name == "" || name == "-" {
		if _, err := p.Stdout.Write(buf.Bytes()); err != nil {
			return fmt.Errorf("the report could not be written to standard output: %w", err)
		}
		return nil
	}
	if err := replaceFile(name, buf.Bytes()); err != nil {
		return fmt.Errorf("the report could not be written to %s: %w", name, err)
	}
	return nil
}

// replaceFile gives a file new contents in one step: a reader sees the old report or the new one, never half of it.
// Links are followed; devices and pipes, which cannot be replaced, are written to.
func replaceFile(name string, data []byte) error {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	mode := fs.FileMode(0o666)
	info, err := os.Stat(name)
	exists := err == nil
	if exists {
		mode = info.Mode().Perm()
		if !info.Mode().IsRegular() {
			f, err := os.OpenFile(name, os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			_, err = f.Write(data)
			return errors.Join(err, f.Close())
		}
	}
	f, err := createBeside(name, mode)
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // does nothing after the rename
	if exists {
		err = f.Chmod(mode) // the umask may have narrowed it
	}
	if err == nil {
		_, err = f.Write(data)
	}
	if err == nil {
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// createBeside makes a new file in the directory of name. Unlike os.CreateTemp it leaves the permissions to the umask.
func createBeside(name string, mode fs.FileMode) (*os.File, error) {
	for {
		temp := filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+"."+strconv.FormatUint(rand.Uint64(), 36))
		f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}
