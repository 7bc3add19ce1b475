package report

import "slices"

// AddBuild adds what the audit of another build of the same module found, which the build tags select: findings that this report
// does not have, or that are graver there, if code of that build alone takes part in them. It says of them which tags they need. The functions tell which files the builds have.
// Problems and gaps of the other build are left to the caller, and so is ranking.
func (r *Report) AddBuild(tags string, other *Report, has, otherHas func(file string) bool) {
	r.Builds = append(r.Builds, tags)
	at := map[string]int{}
	for i := range r.Findings {
		at[r.Findings[i].Fingerprint] = i
	}
	aside := map[string]bool{}
	for _, s := range r.Suppressed {
		aside[s.Finding.Fingerprint] = true
	}
	for _, f := range other.Findings {
		f.Build = tags
		if !slices.ContainsFunc(f.files(), func(file string) bool { return !has(file) }) {
			continue // all of its code is in this build, which judged it
		}
		i, seen := at[f.Fingerprint]
		switch {
		case seen && !r.Findings[i].Severity.AtLeast(f.Severity):
			r.Findings[i] = f
		case !seen && !aside[f.Fingerprint]:
			at[f.Fingerprint] = len(r.Findings)
			r.Findings = append(r.Findings, f)
		}
	}
	for _, s := range other.Suppressed {
		if _, seen := at[s.Finding.Fingerprint]; !seen && !aside[s.Finding.Fingerprint] {
			s.Finding.Build = tags
			r.Suppressed = append(r.Suppressed, s)
		}
	}
	r.Suppressed = once(r.Suppressed)
	// A comment is needed if it is in one of the builds that have it.
	r.Unused = slices.DeleteFunc(r.Unused, func(u Unused) bool {
		return (u.Kind == ByPath || otherHas(u.File)) && !slices.Contains(other.Unused, u)
	})
	for _, u := range other.Unused {
		if u.Kind == ByComment && !has(u.File) && !slices.Contains(r.Unused, u) {
			r.Unused = append(r.Unused, u)
		}
	}
	r.Served.Transports = unique(slices.Concat(r.Served.Transports, other.Served.Transports))
	r.Served.SDKs = unique(slices.Concat(r.Served.SDKs, other.Served.SDKs))
	r.Served.Programs = mergePrograms(slices.Clone(r.Served.Programs), other.Served.Programs)
	r.Served.Tools = unique(slices.Concat(r.Served.Tools, other.Served.Tools))
	slices.Sort(r.Served.Tools)
}

// files lists the files that a finding points to.
func (f *Finding) files() []string {
	out := []string{f.Site.File}
	for _, p := range f.Path {
		out = append(out, p.File)
	}
	for _, r := range f.Related {
		out = append(out, r.File)
	}
	return out
}
