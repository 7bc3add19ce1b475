package report

import "slices"

// Since says which earlier state of the code the report was compared with, and what differs. Without a comparison, Rev is empty.
type Since struct {
	Rev     string    `json:"rev"`     // as it was asked for
	Commit  string    `json:"commit"`  // what that is
	New     []string  `json:"new"`     // fingerprints of findings that the base does not have
	Worse   []string  `json:"worse"`   // of those that are more severe than in the base
	Touched []string  `json:"touched"` // of those that the base has, too, and whose place, path or object has changed lines
	Known   int       `json:"known"`   // how many findings the base has as well, with nothing about them changed
	Fixed   []Finding `json:"fixed"`   // findings of the base that are gone, most risky first
}

// Changed says which lines differ from the base. Files are relative to the module's root.
type Changed func(file string, line int) bool

// Compare leaves only what is different from a base: findings that it does not have, findings that got worse, and findings of
// which some line has changed. Both reports must be ranked and unfiltered.
func Compare(r, base *Report, rev, commit string, changed Changed) *Report {
	before := map[string]Finding{}
	for _, f := range base.Findings {
		before[f.Fingerprint] = f
	}
	out := *r
	out.Since = Since{Rev: rev, Commit: commit}
	out.Findings = nil
	still := map[string]bool{}
	for _, f := range r.Findings {
		still[f.Fingerprint] = true
		old, had := before[f.Fingerprint]
		switch {
		case !had:
			out.Since.New = append(out.Since.New, f.Fingerprint)
		case !old.Severity.AtLeast(f.Severity) || !old.Confidence.AtLeast(f.Confidence):
			out.Since.Worse = append(out.Since.Worse, f.Fingerprint)
		case f.touches(changed):
			out.Since.Touched = append(out.Since.Touched, f.Fingerprint)
		default:
			out.Since.Known++
			continue
		}
		out.Findings = append(out.Findings, f)
	}
	for _, s := range r.Suppressed {
		still[s.Finding.Fingerprint] = true
	}
	for _, f := range base.Findings {
		if !still[f.Fingerprint] {
			out.Since.Fixed = append(out.Since.Fixed, f)
		}
	}
	out.total()
	return &out
}

// touches reports whether a place of the finding stands in a changed line.
func (f *Finding) touches(changed Changed) bool {
	return changed(f.Site.File, f.Site.Line) ||
		slices.ContainsFunc(f.Path, func(p Frame) bool { return changed(p.File, p.Line) }) ||
		slices.ContainsFunc(f.Related, func(p Related) bool { return changed(p.File, p.Line) })
}
