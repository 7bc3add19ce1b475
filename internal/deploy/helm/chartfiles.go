package helm

import (
	"encoding/base64"
	"path"
	"strings"

	"github.com/gobwas/glob"
)

// files are the chart's own files as templates see them.
type files map[string][]byte

// GetBytes is a file's content, empty if there is no such file.
func (f files) GetBytes(name string) []byte { return append([]byte{}, f[name]...) }

// Get is a file's content as text.
func (f files) Get(name string) string { return string(f[name]) }

// Glob picks files by a pattern, in which ** stands for any folders. A pattern that is none picks all.
func (f files) Glob(text string) files {
	pattern, err := glob.Compile(text, '/')
	out := files{}
	for name, src := range f {
		if err != nil || pattern.Match(name) {
			out[name] = src
		}
	}
	return out
}

// AsConfig makes the data of a ConfigMap of files.
func (f files) AsConfig() string {
	out := map[string]string{}
	for name, src := range f {
		out[path.Base(name)] = string(src)
	}
	return without(toYAML(out))
}

// AsSecrets makes the data of a Secret of files.
func (f files) AsSecrets() string {
	out := map[string]string{}
	for name, src := range f {
		out[path.Base(name)] = base64.StdEncoding.EncodeToString(src)
	}
	return without(toYAML(out))
}

// Lines are the lines of a file.
func (f files) Lines(name string) []string {
	if len(f[name]) == 0 {
		return []string{}
	}
	return strings.Split(strings.TrimSuffix(string(f[name]), "\n"), "\n")
}
