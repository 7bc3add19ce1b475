// Package kustomize builds kustomizations as `kustomize build` does, and keeps for every value of the outcome the place that sets it: the
// base, the patch or the field of an overlay.
//
// Nothing outside of the given folders is read, nothing is fetched and nothing is run. What a kustomization takes from elsewhere, or does with
// plugins, is said as not checked. Kustomize's own library is not linked; docs/decisions says why, and the module fixtures/kustomize
// compares the two.
package kustomize

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/tree"
)

// Limits of a build.
const (
	maxFile    = 4 << 20
	maxDepth   = 64        // bases of bases
	maxLayers  = 2_000     // that one build takes in, each as often as it is named
	maxObjects = 20_000    // of one build
	maxNodes   = 100_000   // of an object that is patched
	maxTotal   = 4_000_000 // nodes that one build copies, into objects and by patches, labels and replacements
	maxText    = 4 << 20   // bytes of a text that values are put into
	maxBytes   = 64 << 20  // of the files that generators take in
	maxName    = 1_000     // bytes of a prefix and a suffix, or of an image; names in a cluster are shorter
)

// Files is what builds may read.
type Files struct {
	Roots []string                 // absolute folders
	Name  func(path string) string // what reports call a file
}

var (
	errOutside = errors.New("outside of what is audited")
	errKind    = errors.New("is no regular file")
)

// open calls do with the root that a path lies in, and its name there. Links that lead out of the root are not followed.
func (f Files) open(path string, do func(root *os.Root, rel string) error) error {
	for _, dir := range f.Roots {
		rel, err := filepath.Rel(dir, path)
		if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			continue
		}
		root, err := os.OpenRoot(dir)
		if err != nil {
			return err
		}
		defer root.Close()
		return do(root, rel)
	}
	return errOutside
}

func (f Files) stat(path string) (info fs.FileInfo, err error) {
	err = f.open(path, func(root *os.Root, rel string) error {
		info, err = root.Stat(rel)
		return err
	})
	return info, err
}

func (f Files) read(path string) (src []byte, err error) {
	err = f.open(path, func(root *os.Root, rel string) error {
		if info, err := root.Stat(rel); err != nil || !info.Mode().IsRegular() {
			return cmp.Or(err, errKind) // opening a pipe would wait for somebody to write
		}
		file, err := root.Open(rel)
		if err != nil {
			return err
		}
		defer file.Close()
		if src, err = io.ReadAll(io.LimitReader(file, maxFile+1)); err == nil && len(src) > maxFile {
			err = fmt.Errorf("larger than %d MiB", maxFile>>20)
		}
		return err
	})
	return src, err
}

// A layer is one kustomization: a base, an overlay or a component.
type layer struct {
	dir, path string // on disk
	node      *tree.Node
	fault     *fact.Problem
}

func (l *layer) component() bool { return l.node.Str("kind") == "Component" }

// A Graph is a set of kustomizations with what they refer to.
type Graph struct {
	files  Files
	layers map[string]*layer // by folder; nil where there is none
	found  []string          // folders, in the order they were found in
	docs   map[string]document
	used   map[string]bool // files that some build took in
}

// document is a parsed file.
type document struct {
	nodes []*tree.Node
	errs  []*tree.Error
	err   error
}

// fileNames are the names that Kustomize looks for in a folder.
var fileNames = []string{"kustomization.yaml", "kustomization.yml", "Kustomization"}

// IsFile reports whether a file of this name is a kustomization.
func IsFile(base string) bool { return slices.Contains(fileNames, base) }

// New takes the kustomizations that were found. Paths are absolute.
func New(files Files, found []string) *Graph {
	g := &Graph{files: files, layers: map[string]*layer{}, docs: map[string]document{}, used: map[string]bool{}}
	for _, path := range found {
		dir := filepath.Dir(path)
		if !slices.Contains(g.found, dir) && g.layer(dir) != nil {
			g.found = append(g.found, dir)
		}
	}
	return g
}

// layer is the kustomization in a folder.
func (g *Graph) layer(dir string) *layer {
	if l, ok := g.layers[dir]; ok {
		return l
	}
	g.layers[dir] = nil
	for _, base := range fileNames {
		path := filepath.Join(dir, base)
		src, err := g.files.read(path)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errOutside) {
			continue
		}
		l := &layer{dir: dir, path: path}
		g.layers[dir] = l
		if err != nil {
			l.fault = &fact.Problem{Pos: fact.Pos{File: g.files.Name(path), Line: 1}, Msg: "cannot be read: " + cause(err), Hint: "check the file and its permissions"}
			return l
		}
		docs, errs := tree.Documents(src, tree.In(g.files.Name(path)))
		if len(errs) > 0 {
			l.fault = &fact.Problem{Pos: fact.Pos{File: g.files.Name(path), Line: errs[0].Line}, Msg: errs[0].Msg, Hint: "mend the kustomization; what it lists was not built"}
		}
		if len(docs) > 0 {
			l.node = docs[0]
		}
		return l
	}
	return nil
}

// Tops are the folders of the kustomizations that are built by themselves: no other one takes them in.
func (g *Graph) Tops() []string {
	taken := map[string]bool{}
	for _, dir := range g.found {
		l := g.layers[dir]
		for _, key := range []string{"resources", "bases", "components"} {
			for _, r := range l.node.Get(key).Items() {
				if to := filepath.Join(dir, filepath.FromSlash(r.Value)); to != dir {
					taken[to] = true
				}
			}
		}
	}
	var out []string
	for _, dir := range g.found {
		if !taken[dir] && !g.layers[dir].component() {
			out = append(out, dir)
		}
	}
	return out
}

// Covers reports whether a file was read as a part of some build.
func (g *Graph) Covers(path string) bool { return g.used[path] }

// Built is what a kustomization comes to.
type Built struct {
	Dir      string // of the kustomization, as reports call it
	Objects  []Object
	Problems []fact.Problem
	Gaps     []fact.Gap
	Files    int // that were taken in
}

// An Object is one resource. Every node of it knows the place that sets it.
type Object struct {
	Node *tree.Node
	Name string // as its own file has it, without prefixes and suffixes
}

// Build builds the kustomization in a folder. What cannot be built is among the problems; the rest is there all the same.
func (g *Graph) Build(dir string) (out *Built) {
	b := &builder{g: g, out: &Built{Dir: g.files.Name(dir)}, taken: map[string]bool{}, twice: map[string]bool{}}
	defer func() {
		if r := recover(); r != nil {
			out = b.out
			b.problem(fact.Pos{File: g.files.Name(g.layers[dir].path), Line: 1}, fmt.Sprintf("cannot be built (%v)", r), "please report this with the file")
		}
	}()
	s := &stock{}
	b.layer(g.layers[dir], s)
	b.references(s)
	b.variables(s)
	for _, o := range s.objects {
		b.out.Objects = append(b.out.Objects, Object{Node: o.node, Name: o.orig})
	}
	b.out.Files = len(b.taken)
	return b.out
}

// parsed is a file of manifests or patches.
func (g *Graph) parsed(path string) document {
	if d, ok := g.docs[path]; ok {
		return d
	}
	d := document{}
	src, err := g.files.read(path)
	if d.err = err; err == nil {
		d.nodes, d.errs = tree.Documents(src, tree.In(g.files.Name(path)))
	}
	g.docs[path] = d
	return d
}

func cause(err error) string {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return pe.Err.Error()
	}
	return err.Error()
}
