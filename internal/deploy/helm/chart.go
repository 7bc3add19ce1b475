// Package helm renders Helm charts as `helm template` does, and knows for every line of the outcome which line of the chart it comes from.
//
// Helm's own engine cannot be linked without the Kubernetes client, which would triple the size of this program, so this package runs the
// same text/template with the same function library and follows Helm's documented rules for values, conditions and subcharts. See
// docs/decisions.
package helm

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Limits of a chart.
const (
	maxChartFile  = 1 << 20
	maxChartFiles = 5000
	maxChartSize  = 64 << 20
	maxSubcharts  = 4 // levels
)

// A Dependency is an entry of Chart.yaml.
type Dependency struct {
	Name       string   `yaml:"name"`
	Version    string   `yaml:"version"`
	Repository string   `yaml:"repository"`
	Condition  string   `yaml:"condition"`
	Tags       []string `yaml:"tags"`
	Alias      string   `yaml:"alias"`
	Imports    []any    `yaml:"import-values"`
}

// Metadata is what Chart.yaml says, under the names that templates use.
type Metadata struct {
	APIVersion   string            `yaml:"apiVersion"`
	Name         string            `yaml:"name"`
	Version      string            `yaml:"version"`
	AppVersion   string            `yaml:"appVersion"`
	KubeVersion  string            `yaml:"kubeVersion"`
	Description  string            `yaml:"description"`
	Type         string            `yaml:"type"`
	Home         string            `yaml:"home"`
	Icon         string            `yaml:"icon"`
	Keywords     []string          `yaml:"keywords"`
	Sources      []string          `yaml:"sources"`
	Annotations  map[string]string `yaml:"annotations"`
	Dependencies []Dependency      `yaml:"dependencies"`
	Deprecated   bool              `yaml:"deprecated"`
	IsRoot       bool              `yaml:"-"`
}

// A File is a file of a chart. Name is relative to the chart, Shown is what reports call it.
type File struct {
	Name, Shown string
	Src         []byte
}

// A Chart is a chart that was read.
type Chart struct {
	Meta      Metadata
	Templates []File
	Others    []File // for .Files
	Values    File   // values.yaml
	Variants  []File // further values files beside it
	Sub       []*Chart
	Archived  bool // read from an archive: its files are not the user's
	Skipped   []string
}

// Load reads a chart from a folder. Names are shown with the prefix.
func Load(dir, shown string) (*Chart, error) {
	files, skipped, err := readDir(dir, shown)
	if err != nil {
		return nil, err
	}
	c, err := assemble(files, 0)
	if err != nil {
		return nil, err
	}
	c.Skipped = skipped
	c.Meta.IsRoot = true
	return c, nil
}

func readDir(dir, shown string) (files []File, skipped []string, err error) {
	size := 0
	err = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			if strings.HasPrefix(d.Name(), ".") && rel != "." || rel == "ci" || rel == "tests" {
				return fs.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		limit := int64(maxChartFile)
		if strings.HasPrefix(rel, "charts/") && strings.HasSuffix(rel, ".tgz") {
			limit = maxChartSize
		}
		if info.Size() > limit || len(files) >= maxChartFiles || size+int(info.Size()) > maxChartSize {
			skipped = append(skipped, rel)
			return nil
		}
		src, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		size += len(src)
		files = append(files, File{Name: rel, Shown: path.Join(shown, rel), Src: src})
		return nil
	})
	if err != nil {
		if pe, ok := errors.AsType[*fs.PathError](err); ok {
			err = pe.Err
		}
		return nil, nil, fmt.Errorf("the chart cannot be read: %w", err)
	}
	return files, skipped, nil
}

// assemble makes a chart of the files below its folder.
func assemble(files []File, level int) (*Chart, error) {
	c := &Chart{}
	subs := map[string][]File{}
	var names []string
	found := false
	for _, f := range files {
		f.Src = bytes.TrimPrefix(f.Src, []byte("\xef\xbb\xbf"))
		sub, isSub := strings.CutPrefix(f.Name, "charts/")
		switch {
		case f.Name == "Chart.yaml":
			found = true
			if err := yaml.Unmarshal(f.Src, &c.Meta); err != nil {
				return nil, errors.New("no valid YAML in Chart.yaml")
			}
		case f.Name == "values.yaml":
			c.Values = f
		case isSub:
			name, rest, isDir := strings.Cut(sub, "/")
			switch {
			case isDir:
				if subs[name] == nil {
					names = append(names, name)
				}
				subs[name] = append(subs[name], File{Name: rest, Shown: f.Shown, Src: f.Src})
			case strings.HasSuffix(name, ".tgz"):
				if err := c.archive(f, level); err != nil {
					return nil, err
				}
			}
		case strings.HasPrefix(f.Name, "templates/"):
			c.Templates = append(c.Templates, f)
		default:
			if isVariant(f.Name) {
				c.Variants = append(c.Variants, f)
			}
			c.Others = append(c.Others, f)
		}
	}
	if !found || c.Meta.Name == "" {
		return nil, errors.New("there is no Chart.yaml that names a chart")
	}
	for _, name := range names {
		if level >= maxSubcharts || !slices.ContainsFunc(subs[name], func(f File) bool { return f.Name == "Chart.yaml" }) {
			continue
		}
		sub, err := assemble(subs[name], level+1)
		if err != nil {
			return nil, fmt.Errorf("subchart %s: %w", name, err)
		}
		c.Sub = append(c.Sub, sub)
	}
	return c, nil
}

// isVariant reports whether a file beside values.yaml holds other values.
func isVariant(name string) bool {
	ext := path.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	if strings.Contains(name, "/") && !strings.HasPrefix(name, "values/") && !strings.HasPrefix(name, "environments/") || ext != ".yaml" && ext != ".yml" {
		return false
	}
	base := path.Base(stem)
	return strings.HasPrefix(base, "values-") || strings.HasPrefix(base, "values.") || strings.HasSuffix(base, "-values") || strings.HasSuffix(base, ".values") || strings.Contains(name, "/")
}

// archive adds a subchart that is kept packed.
func (c *Chart) archive(f File, level int) error {
	if level >= maxSubcharts {
		return nil
	}
	files, err := unpack(f)
	if err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	sub, err := assemble(files, level+1)
	if err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	sub.Archived = true
	c.Sub = append(c.Sub, sub)
	return nil
}

func unpack(f File) ([]File, error) {
	zr, err := gzip.NewReader(bytes.NewReader(f.Src))
	if err != nil {
		return nil, errors.New("is no chart archive")
	}
	defer zr.Close()
	tr := tar.NewReader(io.LimitReader(zr, maxChartSize))
	var files []File
	for len(files) < maxChartFiles {
		h, err := tr.Next()
		if errors.Is(err, io.EOF) {
			return files, nil
		}
		if err != nil {
			return nil, errors.New("the archive is damaged")
		}
		_, name, ok := strings.Cut(path.Clean(strings.ReplaceAll(h.Name, `\`, "/")), "/")
		if !ok || h.Typeflag != tar.TypeReg || h.Size > maxChartFile {
			continue
		}
		src, err := io.ReadAll(tr)
		if err != nil {
			return nil, errors.New("the archive is damaged")
		}
		files = append(files, File{Name: name, Shown: f.Shown, Src: src})
	}
	return files, nil
}

// Missing are the dependencies that Chart.yaml names and that do not lie in the charts folder, where `helm dependency build` puts them.
func (c *Chart) Missing() []string {
	var out []string
	for _, d := range c.Meta.Dependencies {
		has := slices.ContainsFunc(c.Sub, func(s *Chart) bool { return s.Meta.Name == d.Name })
		if !has && !slices.Contains(out, d.Name) {
			out = append(out, d.Name)
		}
	}
	return out
}
