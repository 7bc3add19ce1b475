package scan

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/repository"
)

// repositoryDir is the module's root as seen from the root of the repository that holds it, with slashes: "." if they are the same or if there
// is no repository. Hosting services know files by their place in the repository.
func repositoryDir(root string) string {
	top, _ := repository.Root(root)
	rel, err := filepath.Rel(top, root)
	if err != nil {
		return "."
	}
	return filepath.ToSlash(rel)
}

// ReadFile returns a function that reads the files of a module by their names in a report. It reads nothing outside of the module's root,
// whatever a name or a link says.
func ReadFile(root string) (read func(file string) ([]byte, error), done func() error, err error) {
	dir, err := os.OpenRoot(root)
	if err != nil {
		return nil, nil, err
	}
	return func(file string) ([]byte, error) {
		return dir.ReadFile(filepath.FromSlash(strings.TrimPrefix(file, "./")))
	}, dir.Close, nil
}
