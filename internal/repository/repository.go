// Package repository finds the repository around a folder.
package repository

import (
	"os"
	"path/filepath"
)

// Root is the nearest folder, dir itself or one above it, that holds a git repository. It is dir, and ok is false, if there is none. In a
// linked work tree .git is a file, which counts as well.
func Root(dir string) (root string, ok bool) {
	dir = filepath.Clean(dir)
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at, true
		}
		if filepath.Dir(at) == at {
			return dir, false
		}
	}
}
