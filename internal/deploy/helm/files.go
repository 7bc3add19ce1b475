package helm

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/repository"
)

// Limits of a chart.
const (
	maxChartFile  = 4 << 20
	maxChartFiles = 5000
	maxChartSize  = 64 << 20
	maxListed     = 200_000
	maxSubcharts  = 4  // levels
	maxFolders    = 32 // levels
)

// lister lists the files of a chart's folder.
type lister struct {
	root   *os.Root // of the repository
	dir    string   // of the chart, below the root
	ignore ignored
	stack  []fs.FileInfo // folders that are being listed
	found  []listed
}

type listed struct {
	name string // below the chart
	size int64
}

// readDir reads the files of a chart, and names those that it skips. What is rendered comes first when there is too much.
func readDir(dir, shown string) (files []File, skipped []string, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return nil, nil, errors.New("its folder is not known")
	}
	top, _ := repository.Root(dir)
	root, err := os.OpenRoot(top)
	if err != nil {
		return nil, nil, cause(err)
	}
	defer root.Close()
	rel, err := filepath.Rel(top, dir)
	if err != nil {
		return nil, nil, errors.New("its folder is not known")
	}
	l := &lister{root: root, dir: filepath.ToSlash(rel)}
	if src, err := root.ReadFile(path.Join(l.dir, ".helmignore")); err == nil {
		if l.ignore, err = ignoreFile(src); err != nil {
			return nil, nil, err
		}
	}
	l.ignore = append(l.ignore, hiddenTemplates)
	if err := l.list("."); err != nil {
		return nil, nil, cause(err)
	}
	slices.SortStableFunc(l.found, func(a, b listed) int { return cmp.Compare(rank(a.name), rank(b.name)) })
	size, texts := int64(0), false
	for _, f := range l.found {
		if rank(f.name) > 0 && !texts {
			break // no template reads files
		}
		limit := int64(maxChartFile)
		if strings.HasPrefix(f.name, "charts/") && strings.HasSuffix(f.name, ".tgz") {
			limit = maxChartSize
		}
		if f.size > limit || len(files) >= maxChartFiles || size+f.size > maxChartSize {
			if rank(f.name) == 0 {
				skipped = append(skipped, f.name)
			}
			continue
		}
		src, err := root.ReadFile(path.Join(l.dir, f.name))
		if err != nil {
			return nil, nil, cause(err)
		}
		size += int64(len(src))
		texts = texts || bytes.Contains(src, []byte("Files")) || strings.HasSuffix(f.name, ".tgz")
		files = append(files, File{Name: f.name, Shown: path.Join(shown, f.name), Src: src})
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return files, skipped, nil
}

// rank is 0 for what a chart is made of and 1 for what its templates may read in.
func rank(name string) int {
	if !strings.Contains(name, "/") && (strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")) {
		return 0
	}
	for _, dir := range []string{"templates/", "charts/", "values/", "environments/"} {
		if strings.HasPrefix(name, dir) {
			return 0
		}
	}
	return 1
}

// list lists a folder and what is below it. A link that leads out of the repository, or into a folder that it stands in, is left out.
func (l *lister) list(name string) error {
	at := path.Join(l.dir, name)
	info, err := l.root.Stat(at)
	if err != nil {
		return err
	}
	if len(l.stack) > maxFolders || slices.ContainsFunc(l.stack, func(i fs.FileInfo) bool { return os.SameFile(i, info) }) {
		return nil
	}
	l.stack = append(l.stack, info)
	defer func() { l.stack = l.stack[:len(l.stack)-1] }()
	f, err := l.root.Open(at)
	if err != nil {
		return err
	}
	entries, err := f.ReadDir(-1)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	for _, e := range entries {
		if len(l.found) >= maxListed {
			return nil
		}
		below := path.Join(name, e.Name())
		info, err := l.root.Stat(path.Join(l.dir, below))
		switch {
		case err != nil || e.Name() == ".git" || l.ignore.has(below, info.IsDir()):
		case info.IsDir():
			if err := l.list(below); err != nil {
				return err
			}
		case info.Mode().IsRegular():
			l.found = append(l.found, listed{below, info.Size()})
		}
	}
	return nil
}

// ignored are the patterns of a .helmignore, in their order.
type ignored []pattern

type pattern struct {
	text     string
	not, dir bool // the pattern is negated, is about folders only
	anywhere bool // it is about the last part of a name
}

// hiddenTemplates is the one pattern that is always there.
var hiddenTemplates = pattern{text: "templates/.?*"}

func ignoreFile(src []byte) (ignored, error) {
	var out ignored
	for line := range bytes.Lines(bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))) {
		text := strings.TrimSpace(string(line))
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		if _, err := path.Match(text, "abc"); err != nil || strings.Contains(text, "**") {
			return nil, errors.New("a pattern of .helmignore is none that Helm knows")
		}
		var p pattern
		text, p.not = strings.CutPrefix(text, "!")
		text, p.dir = strings.CutSuffix(text, "/")
		p.text = strings.TrimPrefix(text, "/")
		p.anywhere = !strings.Contains(text, "/")
		out = append(out, p)
	}
	return out, nil
}

// has reports whether a file or folder is ignored. The first pattern that speaks decides, and a negated one ignores all that it does not match.
func (list ignored) has(name string, dir bool) bool {
	for _, p := range list {
		subject := name
		if p.anywhere {
			subject = path.Base(name)
		}
		match, err := path.Match(p.text, subject)
		match = match && err == nil && (dir || !p.dir)
		if match != p.not {
			return true
		}
	}
	return false
}

// cause is an error without the path, which is the user's own.
func cause(err error) error {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return pe.Err
	}
	return err
}
