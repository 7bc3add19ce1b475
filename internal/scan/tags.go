package scan

import (
	"bytes"
	"cmp"
	"context"
	"go/build"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/engine"
)

// NoTags is the value of Options.Tags that audits the default build alone.
const NoTags = "none"

// maxVariants is how many builds are audited beside the default one.
const maxVariants = 4

// A variant is a build of the module that a build tag of its own selects.
type variant struct {
	tags  string   // as the go command's -tags takes them
	files []string // those that the default build leaves out, absolute
}

// leftOut finds the builds that the module's own build tags select: those with
// files that the default build leaves out. The platform is not looked at: who
// audits says with GOOS and GOARCH which one is meant.
func (ld *loaded) leftOut(ctx context.Context, env []string) []*variant {
	seen := map[string]bool{} // what the build has is no candidate
	for _, p := range ld.pkgs {
		if !p.own {
			continue
		}
		for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
			seen[absolute(p.Dir, name)] = true
		}
	}
	var left []string
	tags := map[string][]string{}
	consider := func(file string) {
		if seen[file] || strings.HasSuffix(file, "_test.go") {
			return
		}
		seen[file] = true
		if own := ownTags(ld.constraintOf(file)); len(own) > 0 {
			left, tags[file] = append(left, file), own
		}
	}
	for _, p := range ld.pkgs {
		if p.own {
			for _, name := range p.IgnoredGoFiles {
				consider(absolute(p.Dir, name))
			}
		}
	}
	for _, pattern := range ld.asked {
		if below, ok := strings.CutSuffix(pattern, "..."); ok && (build.IsLocalImport(below) || filepath.IsAbs(below)) {
			sources(absolute(ld.dir, filepath.FromSlash(below)), consider)
		}
	}
	if len(left) == 0 {
		return nil
	}
	platform, tagged := (&lister{dir: ld.dir, env: env}).platform(ctx)
	if tagged {
		return nil // the user has chosen a build
	}
	platform.OpenFile = func(file string) (io.ReadCloser, error) {
		src, err := ld.read(file)
		return io.NopCloser(bytes.NewReader(src)), err
	}
	found := map[string]*variant{}
	for _, file := range left {
		with := needed(platform, file, tags[file])
		if with == "" {
			continue
		}
		v := found[with]
		if v == nil {
			v = &variant{tags: with}
			found[with] = v
		}
		v.files = append(v.files, file)
	}
	var out []*variant
	for _, v := range found {
		if slices.ContainsFunc(v.files, ld.concerns) {
			out = append(out, v)
		}
	}
	slices.SortFunc(out, func(a, b *variant) int {
		return cmp.Or(cmp.Compare(len(b.files), len(a.files)), strings.Compare(a.tags, b.tags))
	})
	return out
}

func absolute(dir, name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(dir, name)
}

// sources calls f for the Go files below a folder that the go command would
// look at.
func sources(root string, f func(string)) {
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // what cannot be read is not left out because of a tag
		}
		name := d.Name()
		switch {
		case path == root:
		case d.IsDir():
			if passedOver(name) || isModule(path) {
				return filepath.SkipDir
			}
		case strings.HasSuffix(name, ".go") && !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "_"):
			f(path)
		}
		return nil
	})
}

// constraintOf reads the //go:build line of a file, or nil.
func (ld *loaded) constraintOf(file string) constraint.Expr {
	src, err := ld.read(file)
	if err != nil {
		return nil
	}
	for line := range bytes.Lines(src) {
		line = bytes.TrimSpace(line)
		if bytes.HasPrefix(line, []byte("package ")) {
			break
		}
		if constraint.IsGoBuild(string(line)) {
			x, err := constraint.Parse(string(line))
			if err != nil {
				return nil
			}
			return x
		}
	}
	return nil
}

// ownTags lists the tags of a constraint that belong to the module: neither to
// the platform, the toolchain nor a tool.
func ownTags(x constraint.Expr) (own []string) {
	switch x := x.(type) {
	case *constraint.TagExpr:
		if !foreignTag(x.Tag) {
			own = []string{x.Tag}
		}
	case *constraint.NotExpr:
		own = ownTags(x.X)
	case *constraint.AndExpr:
		own = append(ownTags(x.X), ownTags(x.Y)...)
	case *constraint.OrExpr:
		own = append(ownTags(x.X), ownTags(x.Y)...)
	}
	slices.Sort(own)
	return slices.Compact(own)
}

// foreignTag reports whether a tag says where or how something is built rather
// than what (`go help buildconstraint`, and the tags of the runtime and of the
// standard library), or marks files that no build is meant to have.
func foreignTag(tag string) bool {
	switch tag {
	case "unix", "cgo", "gc", "gccgo", "race", "msan", "asan", "cover", "purego", "appengine", "boringcrypto", "netgo", "netcgo", "osusergo",
		"timetzdata", "faketime", "compiler_bootstrap", "static", "static_build", "musl", "math_big_pure_go":
		return true
	case "ignore", "exclude", "never", "none", "tools", "tool", "wireinject", "generate", "codegen", "ignore_autogenerated":
		return true
	}
	if rest, ok := strings.CutPrefix(tag, "go1."); ok {
		_, err := strconv.Atoi(rest)
		return err == nil
	}
	return strings.HasPrefix(tag, "goexperiment.") || knownPlatform[tag]
}

// knownPlatform holds the values of GOOS and GOARCH, past, present and reserved
// (internal/syslist of Go 1.26).
var knownPlatform = func() map[string]bool {
	m := map[string]bool{}
	for _, word := range strings.Fields(`aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos
		386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 mips64p32le ppc ppc64 ppc64le riscv riscv64
		s390 s390x sparc sparc64 wasm`) {
		m[word] = true
	}
	return m
}()

// platform is what the go command builds for, and whether its settings name
// build tags.
func (l *lister) platform(ctx context.Context) (b *build.Context, tagged bool) {
	c := build.Default
	if out, msg, err := l.goCommand(ctx, "env", "GOOS", "GOARCH", "CGO_ENABLED", "GOFLAGS"); err == nil && msg == "" {
		if lines := strings.Split(strings.ReplaceAll(string(out), "\r", ""), "\n"); len(lines) >= 4 {
			c.GOOS, c.GOARCH, c.CgoEnabled = lines[0], lines[1], lines[2] == "1"
			tagged = strings.Contains(lines[3], "-tags=")
		}
	}
	return &c, tagged
}

// needed finds the fewest of a file's own tags that bring it into the build, or
// "": some other build than this platform's has the file.
func needed(platform *build.Context, file string, own []string) string {
	dir, name := filepath.Split(file)
	matches := func(tags ...string) bool {
		b := *platform
		b.BuildTags = tags
		ok, err := b.MatchFile(dir, name)
		return err == nil && ok
	}
	if matches() {
		return "" // in no package that was asked for
	}
	for _, tag := range own {
		if matches(tag) {
			return tag
		}
	}
	if len(own) > 1 && matches(own...) {
		return strings.Join(own, ",")
	}
	return ""
}

// concerns reports whether a file that is left out is about MCP: it belongs to
// a package that matters, imports one or an SDK, or speaks the protocol. What
// imports testing serves tests, under whatever name.
func (ld *loaded) concerns(file string) bool {
	src, err := ld.read(file)
	if err != nil {
		return false
	}
	var imports []string
	if f, err := parser.ParseFile(token.NewFileSet(), file, src, parser.ImportsOnly); err == nil {
		for _, s := range f.Imports {
			if imp, err := strconv.Unquote(s.Path.Value); err == nil {
				imports = append(imports, imp)
			}
		}
	}
	if slices.Contains(imports, "testing") {
		return false
	}
	dir := filepath.Dir(file)
	return engine.SpeaksMCP(src) ||
		slices.ContainsFunc(ld.pkgs, func(p *pkg) bool { return p.own && p.matter && p.Dir == dir }) ||
		slices.ContainsFunc(imports, func(imp string) bool {
			p := ld.byPath[imp]
			return ld.isSDK(imp) || p != nil && p.own && p.matter
		})
}
