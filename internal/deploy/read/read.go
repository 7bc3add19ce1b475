// Package read turns deployment files into facts. There is one file for each format; each knows the names that its format uses and nothing of
// what a rule thinks of them.
package read

import (
	"bytes"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/zclconf/go-cty/cty"

	"github.com/mcpaudit/mcpaudit/internal/deploy/discover"
	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// A Reader reads files. It remembers what files of one folder share, and may be used from several goroutines.
type Reader struct {
	mu      sync.Mutex
	folders map[string]map[string]cty.Value
}

// File reads one file. What cannot be read is among the problems of the set; the rest of the file is in it all the same.
func (r *Reader) File(f discover.File) *fact.Set {
	c := &context{reader: r, set: &fact.Set{Files: 1}, scope: fact.Scope(path.Dir(f.Name)), file: f.Name, dir: filepath.Dir(f.Path)}
	defer c.recovered()
	if f.Format == discover.Chart {
		c.chart(f)
		return c.set
	}
	c.text(f.Format, f.Src, tree.In(f.Name))
	return c.set
}

// context is what the readers of one file share.
type context struct {
	reader *Reader
	dir    string // on disk
	set    *fact.Set
	scope  fact.Scope
	file   string
	depth  int // of files inside of files
}

// recovered turns a panic of a parser into a problem of its file.
func (c *context) recovered() {
	if r := recover(); r != nil {
		c.problem(fact.Pos{File: c.file, Line: 1}, fmt.Sprintf("cannot be parsed (%v)", r), "please report this with the file")
	}
}

func (c *context) problem(at fact.Pos, msg, hint string) {
	c.set.Problems = append(c.set.Problems, fact.Problem{Pos: at, Msg: msg, Hint: hint})
}

// text reads a text of a format. Its tokens are placed by at, since the text may be a part of another file.
func (c *context) text(format discover.Format, src []byte, at tree.Locate) {
	switch format {
	case discover.Kubernetes:
		c.manifests(src, at)
	case discover.Kustomization:
		c.each(src, at, c.kustomization)
	case discover.Compose:
		c.each(src, at, c.compose)
	case discover.CloudFormation:
		c.each(src, at, c.cloudFormation)
	case discover.ECS:
		c.each(src, at, c.ecs)
	case discover.Envoy:
		c.each(src, at, func(n *tree.Node) { c.envoy(n, fact.Target{}) })
	case discover.Traefik:
		c.each(src, at, c.traefik)
	case discover.AgentCore:
		c.each(src, at, c.agentCore)
	case discover.AppEngine:
		c.each(src, at, c.appEngine)
	case discover.ContainerApp:
		c.each(src, at, c.containerApp)
	case discover.TraefikTOML:
		c.toml(src, at, c.traefik)
	case discover.Fly:
		c.toml(src, at, c.fly)
	case discover.Nginx:
		c.nginx(src, at)
	case discover.HAProxy:
		c.haproxy(src, at)
	case discover.Caddy:
		c.caddy(src, at)
	case discover.Dockerfile:
		c.dockerfile(src, at)
	case discover.Dotenv:
		c.dotenv(src, at)
	case discover.Systemd:
		c.systemd(src, at)
	case discover.Procfile:
		c.procfile(src, at)
	case discover.Terraform:
		c.terraform(src, at)
	}
}

// each reads every document of a YAML or JSON text.
func (c *context) each(src []byte, at tree.Locate, read func(*tree.Node)) {
	docs, errs := tree.Documents(src, at)
	for _, e := range errs {
		c.problem(at(e.Line, 1, ""), e.Msg, "mend the document; the others of the file were read")
	}
	for _, d := range docs {
		read(d)
	}
}

// manifests reads manifests, which may be templates of another program: a document that is no YAML for its actions is left out, and said to be.
func (c *context) manifests(src []byte, at tree.Locate) {
	docs, errs := tree.Documents(src, at)
	var lines [][]byte
	for _, e := range errs {
		if lines == nil {
			lines = bytes.Split(src, []byte("\n"))
		}
		if !templated(lines, e.Line-1) {
			c.problem(at(e.Line, 1, ""), e.Msg, "mend the document; the others of the file were read")
			continue
		}
		c.set.Gaps = append(c.set.Gaps, fact.Gap{What: c.file, Why: "it is a template of a program that is not run, and no YAML without it"})
		break
	}
	for _, d := range docs {
		c.manifest(d)
	}
}

// templated reports whether there are actions of a template in the document around a line.
func templated(lines [][]byte, line int) bool {
	separates := func(l []byte) bool { return bytes.HasPrefix(l, []byte("---")) }
	action := func(l []byte) bool { return bytes.Contains(l, []byte("{{")) || bytes.Contains(l, []byte("{%")) }
	line = min(max(line, 0), len(lines)-1)
	for i := line; i >= 0; i-- {
		if action(lines[i]) {
			return true
		}
		if i < line && separates(lines[i]) {
			break
		}
	}
	for i := line + 1; i < len(lines) && !separates(lines[i]); i++ {
		if action(lines[i]) {
			return true
		}
	}
	return false
}

func (c *context) toml(src []byte, at tree.Locate, read func(*tree.Node)) {
	root, err := tree.TOML(src, at)
	if err != nil {
		c.problem(at(err.Line, 1, ""), err.Msg, "mend the file; what stands before the line was read")
	}
	read(root)
}

// embedded reads a file that is kept as the value of a key, as in a ConfigMap.
func (c *context) embedded(name string, n *tree.Node) {
	if n.Kind != tree.Scalar || len(n.Value) < 16 || c.depth > 0 {
		return
	}
	format, sniff := discover.ByName(path.Base(name))
	if sniff != nil {
		if f := sniff([]byte(n.Value)); f != discover.None {
			format = f
		}
	}
	if format == discover.None || format == discover.Dotenv {
		return
	}
	c.depth++
	defer func() { c.depth-- }()
	before := len(c.set.Problems)
	c.text(format, []byte(n.Value), n.Inside())
	// A text inside another file is often a template for something else: what is no valid configuration is not ours to judge.
	c.set.Problems = c.set.Problems[:before]
}

// lower splits a list of header names, which may be written in one text, and drops letter case.
func lower(list []string) []string {
	var out []string
	for _, s := range list {
		for part := range strings.SplitSeq(s, ",") {
			if part = strings.ToLower(strings.TrimSpace(part)); part != "" {
				out = append(out, part)
			}
		}
	}
	return out
}
