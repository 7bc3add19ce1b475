package report

import "slices"

// A Comparison says what has changed since another report.
type Comparison struct {
	Base      string    `json:"base"`      // name of the other report; "" if there is none
	New       []string  `json:"new"`       // fingerprints of findings that were not there
	Worse     []Change  `json:"worse"`     // findings that have become more severe
	Fixed     []Finding `json:"fixed"`     // findings of the other report that are gone
	Unchanged int       `json:"unchanged"` // findings that were there before, neither new nor worse
}

// Compare notes in r what is new and what is fixed since base. name is what the reader knows base by.
func (r *Report) Compare(base *Report, name string) {
	c := Comparison{Base: name}
	old := make([]BaselineEntry, len(base.Findings))
	for i := range base.Findings {
		old[i] = entry(&base.Findings[i])
	}
	seen := make([]bool, len(r.Findings))
	for i, j := range match(old, r.Findings) {
		if j < 0 {
			c.Fixed = append(c.Fixed, base.Findings[i])
			continue
		}
		seen[j] = true
		if f := &r.Findings[j]; old[i].Severity.AtLeast(f.Severity) {
			c.Unchanged++
		} else {
			c.Worse = append(c.Worse, Change{f.Fingerprint, old[i].Severity})
		}
	}
	for j, known := range seen {
		if !known {
			c.New = append(c.New, r.Findings[j].Fingerprint)
		}
	}
	r.Comparison = c
}

// The states of a finding since the other report of a comparison.
const (
	StateNew       = "new"
	StateWorse     = "worse"
	StateUnchanged = "unchanged"
)

// State says what a finding is since the other report, or "" if there is none.
func (c *Comparison) State(f *Finding) string {
	switch {
	case c.Base == "":
		return ""
	case slices.Contains(c.New, f.Fingerprint):
		return StateNew
	case slices.ContainsFunc(c.Worse, func(x Change) bool { return x.Fingerprint == f.Fingerprint }):
		return StateWorse
	}
	return StateUnchanged
}

// OnlyChanged returns a copy of the report that holds only the findings that are new or worse. The comparison stays whole.
func (r *Report) OnlyChanged() *Report {
	out := *r
	out.Findings = slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool { return r.Comparison.State(&f) == StateUnchanged })
	out.total()
	return &out
}
