package report

import (
	"cmp"
	"errors"
	"path"
	"slices"
	"strings"
)

// Merge makes one report of several: of the parts of a large module that were audited apart, or of the modules of one repository.
// What several of them found is one finding. Reports of different modules are written as seen from the repository's root.
func Merge(reports []*Report) (*Report, error) {
	if len(reports) == 0 {
		return nil, errors.New("there is nothing to merge")
	}
	out := &Report{Tool: reports[0].Tool, Module: reports[0].Module}
	out.Filter.MinSeverity, out.Filter.MinConfidence = Info, Possible
	one := true
	for _, r := range reports {
		one = one && r.Module.Path == out.Module.Path && r.Module.Dir == out.Module.Dir
	}
	if !one {
		out.Module = Module{Path: commonPath(reports), Dir: "."}
	}
	seen := map[string]bool{}
	for _, r := range reports {
		if !one {
			r = r.rebased()
		}
		if r.Tool.Version != out.Tool.Version {
			out.Tool.Version = strings.Join(unique(append(strings.Split(out.Tool.Version, ", "), r.Tool.Version)), ", ")
		}
		if !one && compareGo(r.Module.Go, out.Module.Go) > 0 {
			out.Module.Go = r.Module.Go
		}
		for _, f := range r.Findings {
			// Findings without an object have nothing but their fingerprint to be known by.
			if f.Object != "" || !seen[f.Fingerprint] {
				out.Findings = append(out.Findings, f)
			}
			seen[f.Fingerprint] = true
		}
		out.Builds = append(out.Builds, r.Builds...)
		out.Served.Transports = append(out.Served.Transports, r.Served.Transports...)
		out.Served.SDKs = append(out.Served.SDKs, r.Served.SDKs...)
		out.Served.Programs = mergePrograms(out.Served.Programs, r.Served.Programs)
		out.Served.Tools = append(out.Served.Tools, r.Served.Tools...)
		out.Filter.merge(r.Filter)
		out.Problems = append(out.Problems, r.Problems...)
		out.Coverage = append(out.Coverage, r.Coverage...)
		out.Rules = mergeRules(out.Rules, r.Rules)
		out.Suppressed = append(out.Suppressed, r.Suppressed...)
		out.Unused = append(out.Unused, r.Unused...)
		out.Excerpts = mergeExcerpts(out.Excerpts, r.Excerpts)
		out.Baseline.File = cmp.Or(out.Baseline.File, r.Baseline.File)
		out.Baseline.Worse = append(out.Baseline.Worse, r.Baseline.Worse...)
	}
	out.Builds = unique(out.Builds)
	out.Served.Tools = unique(out.Served.Tools)
	slices.Sort(out.Served.Tools)
	out.Suppressed = once(out.Suppressed)
	// An entry is stale if no part needs it any more.
	out.Baseline.Stale = staleInAll(reports)
	Rank(out)
	return out.Filtered(out.Filter.MinSeverity, out.Filter.MinConfidence), nil
}

// merge takes the narrower thresholds and adds up what was left out.
func (f *Filter) merge(o Filter) {
	if o.MinSeverity.AtLeast(f.MinSeverity) {
		f.MinSeverity = o.MinSeverity
	}
	if o.MinConfidence.AtLeast(f.MinConfidence) {
		f.MinConfidence = o.MinConfidence
	}
	f.HiddenBySeverity += o.HiddenBySeverity
	f.HiddenByConfidence += o.HiddenByConfidence
}

// rebased returns a copy of the report whose files are as seen from the repository's root.
func (r *Report) rebased() *Report {
	if r.Module.Dir == "" || r.Module.Dir == "." {
		return r
	}
	out := *r
	out.Findings = slices.Clone(r.Findings)
	for i := range out.Findings {
		out.Findings[i].rebase(r.Module.File)
	}
	out.Suppressed = slices.Clone(r.Suppressed)
	for i := range out.Suppressed {
		s := &out.Suppressed[i]
		s.Suppression.File = r.Module.File(s.Suppression.File)
		s.Finding.rebase(r.Module.File)
	}
	out.Unused = slices.Clone(r.Unused)
	for i := range out.Unused {
		out.Unused[i].File = r.Module.File(out.Unused[i].File)
	}
	out.Problems = slices.Clone(r.Problems)
	for i := range out.Problems {
		out.Problems[i].File = r.Module.File(out.Problems[i].File)
	}
	out.Excerpts = slices.Clone(r.Excerpts)
	for i := range out.Excerpts {
		out.Excerpts[i].File = r.Module.File(out.Excerpts[i].File)
	}
	out.Module.Dir = "."
	return &out
}

func (f *Finding) rebase(file func(string) string) {
	f.Site.File = file(f.Site.File)
	f.Path = slices.Clone(f.Path)
	for i := range f.Path {
		f.Path[i].File = file(f.Path[i].File)
	}
	f.Related = slices.Clone(f.Related)
	for i := range f.Related {
		f.Related[i].File = file(f.Related[i].File)
	}
	f.Fixes = slices.Clone(f.Fixes)
	for i := range f.Fixes {
		f.Fixes[i].Edits = slices.Clone(f.Fixes[i].Edits)
		for j := range f.Fixes[i].Edits {
			f.Fixes[i].Edits[j].File = file(f.Fixes[i].Edits[j].File)
		}
	}
}

// commonPath is what the paths of all modules begin with.
func commonPath(reports []*Report) string {
	common := reports[0].Module.Path
	for _, r := range reports[1:] {
		for common != "" && r.Module.Path != common && !strings.HasPrefix(r.Module.Path, common+"/") {
			if common = path.Dir(common); common == "." {
				common = ""
			}
		}
	}
	return common
}

// compareGo compares two go directives, such as 1.9 and 1.26.1.
func compareGo(a, b string) int {
	number := func(s string) (n [3]int) {
		for i, part := range strings.SplitN(s, ".", 3) {
			for _, c := range part {
				if c < '0' || c > '9' {
					break
				}
				n[i] = n[i]*10 + int(c-'0')
			}
		}
		return n
	}
	x, y := number(a), number(b)
	return slices.Compare(x[:], y[:])
}

func mergePrograms(into, from []Program) []Program {
	for _, p := range from {
		i := slices.IndexFunc(into, func(q Program) bool { return q.Package == p.Package })
		if i < 0 {
			into = append(into, p)
			continue
		}
		into[i].Transports = slices.Concat(into[i].Transports, p.Transports)
	}
	return into
}

// once keeps one of the findings that several parts set aside in the same way.
func once(list []Suppressed) []Suppressed {
	type key struct {
		fingerprint string
		by          Suppression
	}
	seen := map[key]bool{}
	return slices.DeleteFunc(list, func(s Suppressed) bool {
		k := key{s.Finding.Fingerprint, s.Suppression}
		again := seen[k]
		seen[k] = true
		return again
	})
}

func mergeRules(into, from []Rule) []Rule {
	for _, rule := range from {
		if !slices.ContainsFunc(into, func(have Rule) bool { return have.Name == rule.Name }) {
			into = append(into, rule)
		}
	}
	return into
}

// mergeExcerpts joins excerpts of the same file that overlap or touch.
func mergeExcerpts(into, from []Excerpt) []Excerpt {
	all := slices.Concat(into, from)
	sortExcerpts(all)
	var out []Excerpt
	for _, e := range all {
		if n := len(out); n > 0 {
			last := &out[n-1]
			if end := last.Line + len(last.Lines); last.File == e.File && e.Line <= end {
				if more := e.Line + len(e.Lines) - end; more > 0 {
					last.Lines = slices.Concat(last.Lines, e.Lines[len(e.Lines)-more:])
				}
				continue
			}
		}
		out = append(out, e)
	}
	return out
}

func staleInAll(reports []*Report) []BaselineEntry {
	var out []BaselineEntry
	for _, e := range reports[0].Baseline.Stale {
		if !slices.ContainsFunc(reports, func(r *Report) bool { return !slices.Contains(r.Baseline.Stale, e) }) {
			out = append(out, e)
		}
	}
	return out
}
