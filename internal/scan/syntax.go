package scan

import (
	"context"
	"errors"
	"go/parser"
	"go/scanner"
	"go/token"
	"slices"
	"sync"
)

// checkSyntax parses the packages that were asked for and do not matter, for
// their syntax alone: what go list and a search for names can tell of a package
// that does not parse is no reason to call it checked.
func (ld *loaded) checkSyntax(ctx context.Context, sem chan struct{}) {
	var wg sync.WaitGroup
	for _, p := range ld.pkgs {
		if p.matter || p.DepOnly || !ours(p) || p.files != nil {
			continue
		}
		wg.Add(1)
		go func() {
			defer wg.Done()
			sem <- struct{}{}
			defer func() { <-sem }()
			if ctx.Err() == nil {
				ld.unpanicked(p, func() { ld.syntaxOf(p) })
			}
		}()
	}
	wg.Wait()
}

// syntaxOf notes the first mistake in each file of a package. Files that cannot
// be read are among the problems of go list.
func (ld *loaded) syntaxOf(p *pkg) {
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
		file := absolute(p.Dir, name)
		src, err := ld.read(file)
		if err != nil || len(src) > maxFile {
			continue
		}
		if _, err = parser.ParseFile(token.NewFileSet(), file, src, parser.SkipObjectResolution); err == nil {
			continue
		}
		pr := syntaxProblem(p, ld.rel(file), err, "mend the syntax and audit again; nothing else of the package was checked")
		ld.mu.Lock()
		ld.problems = append(ld.problems, pr)
		ld.mu.Unlock()
	}
}

// syntaxProblem is the problem for a file that the parser refuses.
func syntaxProblem(p *pkg, file string, err error, hint string) problem {
	pr := problem{kind: "syntax", pkg: p.ImportPath, file: file, msg: err.Error(), hint: hint}
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		pr.line, pr.msg = list[0].Pos.Line, list[0].Msg
	}
	return pr
}
