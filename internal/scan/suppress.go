package scan

import (
	"path"
	"path/filepath"
	"slices"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/mcpaudit/mcpaudit/analyzers/engine"
	"github.com/mcpaudit/mcpaudit/report"
)

// An Exclusion sets aside the findings that stand below some paths.
type Exclusion struct {
	Pattern string   // files, relative to Base, with slashes; ** stands for any folders
	Base    string   // absolute
	Rules   []string // of these rules only; none means all
	Reason  string
	File    string // where the exclusion stands, for the report
	Line    int
}

// CheckPattern says what is wrong with the pattern of an exclusion, or "".
func CheckPattern(pattern string) string {
	switch {
	case pattern == "":
		return "the path is empty"
	case filepath.IsAbs(pattern) || pattern[0] == '/':
		return "the path is absolute: write it relative to the file that excludes it"
	case !doublestar.ValidatePattern(pattern):
		return "the pattern is malformed: a bracket or brace is not closed"
	}
	return ""
}

// covers reports whether a file, whose path is absolute, is meant. A pattern
// for a folder means all below it.
func (x *Exclusion) covers(file, rule string) bool {
	if len(x.Rules) > 0 && !slices.Contains(x.Rules, rule) {
		return false
	}
	if !within(file, x.Base) {
		return false
	}
	rel, err := filepath.Rel(x.Base, file)
	if err != nil {
		return false
	}
	for rel = filepath.ToSlash(rel); rel != "."; rel = path.Dir(rel) {
		if ok, err := doublestar.Match(x.Pattern, rel); ok && err == nil {
			return true
		}
	}
	return false
}

// sort puts each finding where it belongs: among the findings, or among those
// that somebody has set aside.
func (ld *loaded) sort(r *report.Report, exclude []Exclusion, res *engine.Result, fixes [][]report.Fix) {
	used := make([]bool, len(exclude))
	excluded := func(f report.Finding) *Exclusion {
		file := f.Site.File
		if !filepath.IsAbs(file) {
			file = filepath.Join(ld.root, filepath.FromSlash(file))
		}
		var first *Exclusion
		for i := range exclude {
			if exclude[i].covers(file, f.Rule) {
				used[i] = true
				if first == nil {
					first = &exclude[i]
				}
			}
		}
		return first
	}
	for i, f := range res.Findings {
		f := finding(f)
		if x := excluded(f); x != nil {
			r.Suppressed = append(r.Suppressed, report.Suppressed{Finding: f, Suppression: report.Suppression{Kind: report.ByPath, Reason: x.Reason, File: x.File, Line: x.Line}})
			continue
		}
		if fixes != nil {
			f.Fixes = fixes[i]
		}
		r.Findings = append(r.Findings, f)
	}
	for _, s := range res.Suppressed {
		f := finding(s.Finding)
		excluded(f) // its exclusion is not idle, even if a comment came first
		r.Suppressed = append(r.Suppressed, report.Suppressed{Finding: f, Suppression: report.Suppression{Kind: report.ByComment, Reason: s.Reason, File: s.At.File, Line: s.At.Line}})
	}
	for _, t := range res.Troubles {
		if t.Unused {
			r.Unused = append(r.Unused, report.Unused{Kind: report.ByComment, File: t.At.File, Line: t.At.Line, Message: t.Message})
			continue
		}
		ld.problems = append(ld.problems, problem{kind: "ignore", pkg: t.Package, file: t.At.File, line: t.At.Line, msg: t.Message, hint: "write //mcpaudit:ignore, the name of a rule, and the reason; `mcpaudit rules` lists the names"})
	}
	for i, x := range exclude {
		if !used[i] && x.Base == ld.root && ld.whole() {
			r.Unused = append(r.Unused, report.Unused{Kind: report.ByPath, File: x.File, Line: x.Line, Message: "nothing is found below the excluded path " + x.Pattern + ": delete it"})
		}
	}
}

// whole reports whether the audit was asked for everything below the module's
// root, so that what is not found is not there.
func (ld *loaded) whole() bool { return ld.dir == ld.root && slices.Contains(ld.asked, "./...") }
