package facts

import (
	"go/ast"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/gate"
)

// owner says whose code a package is.
type owner uint8

const (
	standard owner = iota // the standard library
	foreign               // a dependency
	own                   // the code to audit
)

// ownerOf decides from the module, as far as the driver knows it: code to audit
// has no version, because it is in the main module or in a workspace. speaks
// says that an import is an SDK or reaches one.
func ownerOf(pass *analysis.Pass, speaks bool) owner {
	pkgPath := pass.Pkg.Path()
	if m := pass.Module; m != nil && m.Path != "" {
		switch {
		case m.Path == "std", m.Path == "cmd":
			return standard
		case m.Version == "" || m.Main:
			return own
		}
		return foreign
	}
	// No module: the standard library, a GOPATH, or a build system with rules of
	// its own. Import paths outside the standard library have a dot in their
	// first element, unless somebody chose otherwise; then only packages that
	// reach an SDK are looked at.
	first, _, _ := strings.Cut(pkgPath, "/")
	if !strings.Contains(first, ".") && !speaks {
		return standard
	}
	if len(pass.Files) > 0 {
		file := "/" + filepath.ToSlash(pass.Fset.File(pass.Files[0].FileStart).Name())
		for _, dir := range []string{"/pkg/mod/", "/vendor/", "/external/"} {
			if strings.Contains(file, dir) {
				return foreign
			}
		}
	}
	return own
}

// folder is the package's folder below the root of its module, with slashes.
func folder(pass *analysis.Pass) string {
	p := pass.Pkg.Path()
	if m := pass.Module; m != nil && m.Path != "" {
		if rest, ok := strings.CutPrefix(p, m.Path); ok && (rest == "" || rest[0] == '/') {
			return strings.TrimPrefix(rest, "/")
		}
	}
	if p == "command-line-arguments" {
		return ""
	}
	return p
}

// file is how positions name a source file: as the command line does, relative
// to the root of the module.
func file(dir, name string) string {
	return path.Join(dir, path.Base(filepath.ToSlash(name)))
}

// sources are the files that are audited: all but tests.
func sources(pass *analysis.Pass) []*ast.File {
	var out []*ast.File
	for _, f := range pass.Files {
		if !strings.HasSuffix(pass.Fset.File(f.FileStart).Name(), "_test.go") {
			out = append(out, f)
		}
	}
	return out
}

// speaksMCP looks for MCP's method names or session header in the package.
func speaksMCP(pass *analysis.Pass, files []*ast.File) bool {
	for _, f := range files {
		src, err := pass.ReadFile(pass.Fset.File(f.FileStart).Name())
		if err == nil && gate.SpeaksMCP(src) {
			return true
		}
	}
	return false
}
