package fix

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"
)

// Diff is the unified diff of a file, with its name relative to the root.
func (f *File) Diff(root string) []byte {
	name := f.relative(root)
	return diff.Diff("a/"+name, f.Before, "b/"+name, f.After)
}

// relative is the name of the file in reports.
func (f *File) relative(root string) string {
	rel, err := filepath.Rel(root, f.Name)
	if err != nil {
		return f.Name
	}
	return filepath.ToSlash(rel)
}

// Write writes the changed files. A file that is not what it was when it was
// read is left alone, with all others of the result: the rewrites belong
// together.
func (r *Result) Write() error {
	for _, f := range r.Files {
		now, err := os.ReadFile(f.Name)
		if err != nil {
			return err
		}
		if !bytes.Equal(now, f.Before) {
			return fmt.Errorf("%s has changed while it was looked at: nothing was written, run the command again", f.Name)
		}
		if st, err := os.Stat(f.Name); err != nil {
			return err
		} else if st.Mode().Perm()&0o222 == 0 {
			return fmt.Errorf("%s is read-only: nothing was written, make it writable and run the command again", f.Name)
		}
	}
	for i, f := range r.Files {
		if err := replace(f.Name, f.After); err != nil {
			return fmt.Errorf("%d of %d files were written: %w; mend this and run the command again", i, len(r.Files), err)
		}
	}
	return nil
}

// replace writes a file by way of a new one beside it, with the permissions of
// the old one. A symbolic link stays one.
func replace(name string, data []byte) error {
	name, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	st, err := os.Stat(name)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if errors.Is(err, fs.ErrPermission) {
		return os.WriteFile(name, data, st.Mode().Perm()) // a folder that takes no new files
	}
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // does nothing after the rename
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(st.Mode().Perm())
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
