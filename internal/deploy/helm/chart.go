// Package helm renders Helm charts as `helm template` does, and knows for every line of the outcome which line of the chart it comes from.
//
// Helm's own engine cannot be linked without the Kubernetes client, which would triple the size of this program, so this package runs the
// same text/template with the same libraries and follows Helm's documented rules for values, conditions and subcharts. See
// docs/decisions. The module fixtures/helm compares the two.
package helm

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"
)

// A Dependency is an entry of Chart.yaml, and of requirements.yaml in charts of the first version.
type Dependency struct {
	Name         string   `json:"name"`
	Version      string   `json:"version"`
	Repository   string   `json:"repository"`
	Condition    string   `json:"condition"`
	Tags         []string `json:"tags"`
	Alias        string   `json:"alias"`
	ImportValues []any    `json:"import-values"`
	Enabled      bool     `json:"enabled"`
}

// Maintainer is an entry of Chart.yaml.
type Maintainer struct {
	Name  string `json:"name"`
	Email string `json:"email"`
	URL   string `json:"url"`
}

// Metadata is what Chart.yaml says.
type Metadata struct {
	APIVersion   string            `json:"apiVersion"`
	Name         string            `json:"name"`
	Version      string            `json:"version"`
	AppVersion   string            `json:"appVersion"`
	KubeVersion  string            `json:"kubeVersion"`
	Description  string            `json:"description"`
	Type         string            `json:"type"`
	Home         string            `json:"home"`
	Icon         string            `json:"icon"`
	Condition    string            `json:"condition"`
	Tags         string            `json:"tags"`
	Keywords     []string          `json:"keywords"`
	Sources      []string          `json:"sources"`
	Annotations  map[string]string `json:"annotations"`
	Maintainers  []Maintainer      `json:"maintainers"`
	Dependencies []Dependency      `json:"dependencies"`
	Deprecated   bool              `json:"deprecated"`
}

// table is the metadata under the names that templates use.
func (m Metadata) table(root bool) table {
	words := func(list []string) []any {
		out := make([]any, len(list))
		for i, s := range list {
			out[i] = s
		}
		return out
	}
	deps := make([]any, len(m.Dependencies))
	for i, d := range m.Dependencies {
		deps[i] = table{
			"Name": d.Name, "Version": d.Version, "Repository": d.Repository, "Condition": d.Condition, "Tags": words(d.Tags), "Enabled": d.Enabled,
			"ImportValues": append([]any{}, d.ImportValues...), "Alias": d.Alias,
		}
	}
	people := make([]any, len(m.Maintainers))
	for i, p := range m.Maintainers {
		people[i] = table{"Name": p.Name, "Email": p.Email, "URL": p.URL}
	}
	return table{
		"APIVersion": m.APIVersion, "Name": m.Name, "Version": m.Version, "AppVersion": m.AppVersion, "KubeVersion": m.KubeVersion, "Description": m.Description,
		"Type": m.Type, "Home": m.Home, "Icon": m.Icon, "Condition": m.Condition, "Tags": m.Tags, "Keywords": words(m.Keywords), "Sources": words(m.Sources),
		"Annotations": m.Annotations, "Maintainers": people, "Dependencies": deps, "Deprecated": m.Deprecated, "IsRoot": root,
	}
}

func (m Metadata) library() bool { return strings.EqualFold(m.Type, "library") }

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
	yaml      string // what reports call Chart.yaml
	meter     meter
}

// Load reads a chart from a folder. Names are shown with the prefix. Links are followed as long as they stay inside the repository around the
// chart, or inside the chart if there is none.
func Load(dir, shown string) (*Chart, error) {
	files, skipped, err := readDir(dir, shown)
	if err != nil {
		return nil, fmt.Errorf("the chart cannot be read: %w", err)
	}
	c, err := assemble(files, 0)
	if err != nil {
		return nil, err
	}
	c.Skipped = skipped
	return c, nil
}

// assemble makes a chart of the files below its folder.
func assemble(files []File, level int) (*Chart, error) {
	c := &Chart{}
	subs := map[string][]File{}
	var names []string
	for _, f := range files {
		f.Src = bytes.TrimPrefix(f.Src, []byte("\xef\xbb\xbf"))
		sub, isSub := strings.CutPrefix(f.Name, "charts/")
		switch {
		case f.Name == "Chart.yaml":
			c.yaml = f.Shown
			if err := yaml.Unmarshal(f.Src, &c.Meta); err != nil {
				return nil, errors.New("no valid YAML in Chart.yaml")
			}
		case f.Name == "values.yaml":
			c.Values = f
		case f.Name == "Chart.lock", f.Name == "values.schema.json":
		case isSub && !strings.HasSuffix(sub, ".prov"):
			name, rest, isDir := strings.Cut(sub, "/")
			switch {
			case strings.HasPrefix(name, "_") || strings.HasPrefix(name, "."):
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
	if c.yaml == "" || c.Meta.Name == "" {
		return nil, errors.New("there is no Chart.yaml that names a chart")
	}
	if err := c.requirements(); err != nil {
		return nil, err
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

// requirements adds what charts of the first version keep in a file of its own.
func (c *Chart) requirements() error {
	if c.Meta.APIVersion == "" {
		c.Meta.APIVersion = "v1"
	}
	at := slices.IndexFunc(c.Others, func(f File) bool { return f.Name == "requirements.yaml" })
	if at < 0 {
		return nil
	}
	if err := yaml.Unmarshal(c.Others[at].Src, &c.Meta); err != nil {
		return errors.New("no valid YAML in requirements.yaml")
	}
	return nil
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
