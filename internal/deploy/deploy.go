// Package deploy audits the files that say how a server is deployed: discover finds them, kustomize and helm build what is a template of them, read turns them into facts, target decides which
// of the things that run is the MCP server, rules judge. The stage knows nothing of Go code; what an audit of the code found comes in as a
// report, and what both say together goes out as findings.
package deploy

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/mcpaudit/mcpaudit/internal/deploy/discover"
	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/kustomize"
	"github.com/mcpaudit/mcpaudit/internal/deploy/read"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rule"
	"github.com/mcpaudit/mcpaudit/internal/deploy/rules"
	"github.com/mcpaudit/mcpaudit/internal/deploy/target"
	"github.com/mcpaudit/mcpaudit/internal/repository"
	"github.com/mcpaudit/mcpaudit/report"
)

// Options say what to audit.
type Options struct {
	Base   string   // names in the report are relative to it; "" is the current folder
	Paths  []string // folders and files
	Rules  []string // names of rules to run; nil means all
	Module target.Module
	Audit  *rule.Audit // of the code, nil if there is none
}

// Result is what the files say.
type Result struct {
	Findings []report.Finding
	Problems []report.Problem
	Gaps     []report.Gap
	Files    int
	View     *rule.View
}

// Run audits. It fails only when the context ends.
func Run(ctx context.Context, o Options) (*Result, error) {
	base := cmp.Or(o.Base, ".")
	if abs, err := filepath.Abs(base); err == nil {
		base = abs
	}
	set, err := facts(ctx, base, o.Paths)
	if err != nil {
		return nil, err
	}
	scale(set)
	if o.Module.Around == nil {
		o.Module.Around, o.Module.Named = around(base, o.Paths)
	}
	v := &rule.View{Facts: set, Targets: target.New(set, o.Module), Module: o.Module, Audit: o.Audit}
	v.Source = func(file string) ([]byte, error) {
		src, err := os.ReadFile(filepath.Join(base, filepath.FromSlash(file)))
		if err != nil {
			return nil, errors.New("the file cannot be read")
		}
		return src, nil
	}
	res := &Result{Files: set.Files, View: v}
	for _, r := range rules.All() {
		if o.Rules == nil || slices.Contains(o.Rules, r.Name) {
			res.Findings = append(res.Findings, r.Run(v)...)
		}
	}
	for _, p := range set.Problems {
		res.Problems = append(res.Problems, report.Problem{Kind: "deploy", File: p.File, Line: p.Line, Message: p.Msg, Hint: p.Hint})
	}
	for _, g := range set.Gaps {
		res.Gaps = append(res.Gaps, report.Gap{What: g.What, Why: g.Why})
	}
	if o.Audit == nil && set.Files > 0 {
		res.Gaps = append(res.Gaps, report.Gap{What: "the server's code", Why: "only files were checked: what the settings hide, and whether they can go, an audit of the code says"})
	}
	return res, nil
}

// facts finds and reads the files, in parallel and in a stable order.
func facts(ctx context.Context, base string, paths []string) (*fact.Set, error) {
	set := &fact.Set{}
	var files []discover.File
	seen := map[string]bool{}
	for _, p := range paths {
		if !filepath.IsAbs(p) {
			p = filepath.Join(base, p)
		}
		found, problems := discover.Under(filepath.Clean(p), base)
		for _, f := range found {
			if !seen[f.Path] {
				seen[f.Path] = true
				files = append(files, f)
			}
		}
		set.Problems = append(set.Problems, problems...)
	}
	reader := &read.Reader{}
	files = built(ctx, reader, set, base, paths, files)
	parts := make([]*fact.Set, len(files))
	var wg sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				if ctx.Err() == nil {
					parts[i] = reader.File(files[i])
					files[i].Src = nil
				}
			}
		})
	}
	for i := range files {
		next <- i
	}
	close(next)
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, p := range parts {
		set.Add(p)
	}
	set.Gaps = grouped(set.Gaps)
	return set, nil
}

// built builds the kustomizations among the files and returns the files that are left to be read by themselves.
func built(ctx context.Context, reader *read.Reader, set *fact.Set, base string, paths []string, files []discover.File) []discover.File {
	var found []string
	for _, f := range files {
		if f.Format == discover.Kustomization && kustomize.IsFile(filepath.Base(f.Path)) {
			found = append(found, f.Path)
		}
	}
	if len(found) == 0 {
		return files
	}
	g := kustomize.New(kustomize.Files{Roots: roots(base, paths), Name: func(path string) string { return discover.Name(base, path) }}, found)
	for _, dir := range g.Tops() {
		if ctx.Err() != nil {
			return nil
		}
		set.Add(reader.Built(g.Build(dir)))
	}
	return slices.DeleteFunc(files, func(f discover.File) bool { return g.Covers(f.Path) })
}

// grouped says once what is left out for one reason.
func grouped(gaps []fact.Gap) []fact.Gap {
	var out []fact.Gap
	at, more := map[string]int{}, map[string]int{}
	for _, g := range gaps {
		if _, ok := at[g.Why]; ok {
			more[g.Why]++
			continue
		}
		at[g.Why] = len(out)
		out = append(out, g)
	}
	for why, n := range more {
		out[at[why]].What += fmt.Sprintf(", and %d more", n)
	}
	return out
}

// roots are the folders that a kustomization may take files from: the repository around what is audited, or what is audited itself.
func roots(base string, paths []string) []string {
	var out []string
	for _, p := range append([]string{base}, paths...) {
		if !filepath.IsAbs(p) {
			p = filepath.Join(base, p)
		}
		root, ok := repository.Root(p)
		if info, err := os.Stat(root); !ok && err == nil && !info.IsDir() {
			root = filepath.Dir(root) // a file was named
		}
		out = append(out, root)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// around are the names of the folders that files were looked for in, and of the repositories around them; and "mcp" if one of them holds a program that
// depends on something of MCP. It reports whether files were named.
func around(base string, paths []string) (names []string, named bool) {
	for _, dir := range append([]string{base}, paths...) {
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(base, dir)
		}
		root, _ := repository.Root(dir)
		names = append(names, filepath.Base(dir), filepath.Base(root))
		if depends(dir) || depends(root) {
			names = append(names, "mcp")
		}
		if info, err := os.Stat(dir); err == nil && info.Mode().IsRegular() {
			named = true
		}
	}
	return names, named
}

// depends reports whether the file that says what a program depends on names something of MCP.
func depends(dir string) bool {
	for _, name := range []string{"go.mod", "package.json", "pyproject.toml", "requirements.txt", "Cargo.toml", "pom.xml", "build.gradle", "build.gradle.kts"} {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() > 1<<20 {
			continue
		}
		src, err := os.ReadFile(path)
		if text := bytes.ToLower(src); err == nil && (bytes.Contains(text, []byte("mcp")) || bytes.Contains(text, []byte("modelcontextprotocol"))) {
			return true
		}
	}
	return false
}

// scale gives workloads the numbers of replicas that autoscalers, overlays and services of a scheduler set for them.
func scale(set *fact.Set) {
	for _, s := range set.Scales {
		for _, w := range set.Workloads {
			name := w.Name == s.Workload || strings.HasSuffix(s.Workload, "."+w.Name)
			// A kustomization that was built has all that it scales.
			near := w.Scope == s.Scope || !s.Scope.Build() && !w.Scope.Apart(s.Scope)
			if name && near && (s.Format == "" || s.Format == w.Format) && (s.Kind == "" || s.Kind == w.Kind) && (s.Replicas.Several() || w.Replicas.Pos.IsZero()) {
				w.Replicas = s.Replicas
			}
		}
	}
}
