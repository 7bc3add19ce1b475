package scan

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/engine"
	"github.com/mcpaudit/mcpaudit/analyzers/rule"
	"github.com/mcpaudit/mcpaudit/report"
)

// builds are the builds beside the one that the audit is about.
type builds struct {
	audit  []*variant // are audited, too
	left   []*variant // are named only
	shared *shared
}

// tags are the build tags of the go command.
func (o *Options) tags() []string {
	if slices.Equal(o.Tags, []string{NoTags}) {
		return nil
	}
	return o.Tags
}

// variants chooses the builds to audit beside this one: who names tags gets the
// build with them alone.
func (ld *loaded) variants(ctx context.Context, o Options) *builds {
	b := new(builds)
	if len(o.tags()) > 0 || !slices.ContainsFunc(ld.pkgs, func(p *pkg) bool { return p.own && p.matter }) {
		return b
	}
	b.left = ld.leftOut(ctx, o.Env)
	if len(o.Tags) == 0 {
		n := min(len(b.left), maxVariants)
		b.audit, b.left = b.left[:n], b.left[n:]
	}
	return b
}

// run audits the builds and adds to the report what the main one does not have.
func (b *builds) run(ctx context.Context, o Options, rules []*rule.Rule, tables *engine.Tables, main *loaded, r *report.Report) error {
	for _, v := range b.left {
		r.Coverage = append(r.Coverage, report.Gap{What: v.what(), Why: fmt.Sprintf("the build without it was audited; `mcpaudit --tags %s` audits the other", v.tags)})
	}
	for _, v := range b.audit {
		o.Tags, o.shared, o.keep = strings.Split(v.tags, ","), b.shared, keepNothing
		ld, err := load(ctx, o, sdkTest(tables))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			if !errors.As(err, new(*UsageError)) && !errors.As(err, new(*CheckError)) {
				return err
			}
			r.Coverage = append(r.Coverage, report.Gap{What: v.what(), Why: fmt.Sprintf("the build with it cannot be loaded (%v); `mcpaudit --tags %s` tries again", err, v.tags)})
			continue
		}
		sums := ld.summarise()
		other := ld.report(o, rules, sums, engine.Judge(tables, sums, rules, ruleNames()), nil)
		if n := newProblems(r, other); n > 0 {
			r.Coverage = append(r.Coverage, report.Gap{What: v.what(), Why: fmt.Sprintf("%s in the build with it, which was audited as far as it could be read; `mcpaudit --tags %s` names them", report.Plural(n, "problem"), v.tags)})
		}
		r.AddBuild(v.tags, other, main.has(), ld.has())
	}
	report.Rank(r)
	return nil
}

// what names the files that only this build has.
func (v *variant) what() string {
	return fmt.Sprintf("%s behind the build tag %s", report.Plural(len(v.files), "file"), strings.ReplaceAll(v.tags, ",", " and "))
}

// newProblems counts what only the other build could not check.
func newProblems(r, other *report.Report) (n int) {
	for _, p := range other.Problems {
		if !slices.Contains(r.Problems, p) {
			n++
		}
	}
	return n
}

// has tells the files of the module that were loaded, as reports name them.
func (ld *loaded) has() func(file string) bool {
	files := map[string]bool{}
	for _, p := range ld.pkgs {
		if p.own {
			for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
				files[ld.rel(absolute(p.Dir, name))] = true
			}
		}
	}
	return func(file string) bool { return files[file] }
}

// shared is what two builds have in common: the types of packages that are the
// same in both.
type shared struct {
	fset *token.FileSet
	pkgs map[string]pkg
}

// share keeps types for the audits of other builds.
func (ld *loaded) share() *shared {
	s := &shared{fset: ld.fset, pkgs: map[string]pkg{}}
	for imp := range ld.standins {
		if imp != "C" {
			return s // what was made up for this build may not do for others
		}
	}
	for _, p := range ld.pkgs {
		if !p.matter && !p.own {
			s.pkgs[p.ImportPath] = *p
		}
	}
	return s
}

// reuse takes over the types of dependencies that are the same in another
// build, down to the last import. Then their importers can be shared as well:
// they speak of the same types.
func (ld *loaded) reuse(s *shared) {
	same := map[string]bool{"unsafe": true, "C": true}
	for _, p := range ld.pkgs { // imports come first
		q, ok := s.pkgs[p.ImportPath]
		if !ok || p.matter || p.own || p.Dir != q.Dir || !slices.Equal(p.GoFiles, q.GoFiles) || !slices.Equal(p.CgoFiles, q.CgoFiles) {
			continue
		}
		if slices.ContainsFunc(p.Imports, func(imp string) bool {
			if m, ok := p.ImportMap[imp]; ok {
				imp = m
			}
			return !same[imp]
		}) {
			continue
		}
		same[p.ImportPath] = true
		if q.types != nil && q.types.Complete() {
			p.types, p.unsound, p.shaky, p.reused = q.types, q.unsound, q.shaky, true
		}
	}
}
