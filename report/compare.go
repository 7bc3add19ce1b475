package report

import "slices"

// CompareWith notes in r what is new and what is fixed since base, and leaves all findings in place. name is what the reader knows base by.
// It follows findings through the same changes as a baseline does.
func (r *Report) CompareWith(base *Report, name string) {
	s := Since{Rev: name}
	old := make([]BaselineEntry, len(base.Findings))
	for i := range base.Findings {
		old[i] = entry(&base.Findings[i])
	}
	aside := make([]Finding, len(r.Suppressed))
	for i := range r.Suppressed {
		aside[i] = r.Suppressed[i].Finding
	}
	seen := make([]bool, len(r.Findings))
	hidden := match(old, aside)
	for i, j := range match(old, r.Findings) {
		switch {
		case j < 0 && hidden[i] < 0:
			s.Fixed = append(s.Fixed, base.Findings[i])
		case j < 0: // it is still there, and set aside
		case old[i].Severity.AtLeast(r.Findings[j].Severity):
			seen[j] = true
			s.Known++
		default:
			seen[j] = true
			s.Worse = append(s.Worse, r.Findings[j].Fingerprint)
		}
	}
	for j, known := range seen {
		if !known {
			s.New = append(s.New, r.Findings[j].Fingerprint)
		}
	}
	r.Since = s
}

// The states of a finding since the base of a comparison.
const (
	StateNew       = "new"
	StateWorse     = "worse"
	StateTouched   = "touched"
	StateUnchanged = "unchanged"
)

// State says what a finding is since the base, or "" if the report was not compared.
func (s *Since) State(f *Finding) string {
	switch {
	case s.Rev == "":
		return ""
	case slices.Contains(s.New, f.Fingerprint):
		return StateNew
	case slices.Contains(s.Worse, f.Fingerprint):
		return StateWorse
	case slices.Contains(s.Touched, f.Fingerprint):
		return StateTouched
	}
	return StateUnchanged
}

// OnlyChanged returns a copy of the report that holds only the findings that are not as they were in the base.
func (r *Report) OnlyChanged() *Report {
	out := *r
	out.Findings = slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool { return r.Since.State(&f) == StateUnchanged })
	out.total()
	return &out
}
