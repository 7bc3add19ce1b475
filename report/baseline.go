package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// BaselineVersion is the version of the form of a stored baseline.
const BaselineVersion = 1

// A Baseline is the list of findings that a team knows and works off. A run with a baseline fails for what is not on the list.
type Baseline struct {
	Version  int             `json:"baseline_version"`
	Module   string          `json:"module"` // path of the module that it is for
	Findings []BaselineEntry `json:"findings"`
}

// A BaselineEntry is a known finding. Places are no part of it: they change with every edit.
type BaselineEntry struct {
	Rule        string   `json:"rule"`
	Severity    Severity `json:"severity"`
	Package     string   `json:"package"`
	Object      string   `json:"object"`
	Role        string   `json:"role"`
	Fingerprint string   `json:"fingerprint"`
	Reason      string   `json:"reason"` // why it may stay, in the words of whoever let it
}

// Known says what a baseline did to a report.
type Known struct {
	File  string          `json:"file"`  // of the baseline; "" if there was none
	Worse []Change        `json:"worse"` // known findings that have become more severe, and count again
	Stale []BaselineEntry `json:"stale"` // entries that no finding answers to any more
}

// A Change is a finding whose severity is not what it was.
type Change struct {
	Fingerprint string   `json:"fingerprint"` // of the finding as it is now
	Was         Severity `json:"was"`
}

// NewBaseline lists the findings of a report. Reasons are taken over from an older baseline, which may be nil.
func NewBaseline(r *Report, older *Baseline) *Baseline {
	b := &Baseline{Version: BaselineVersion, Module: r.Module.Path, Findings: []BaselineEntry{}}
	for _, f := range r.Findings {
		b.Findings = append(b.Findings, entry(&f))
	}
	if older != nil {
		for i, j := range match(older.Findings, r.Findings) {
			if j >= 0 {
				b.Findings[j].Reason = older.Findings[i].Reason
			}
		}
	}
	slices.SortFunc(b.Findings, func(a, b BaselineEntry) int {
		return cmp.Or(strings.Compare(a.Package, b.Package), strings.Compare(a.Object, b.Object), strings.Compare(a.Rule, b.Rule),
			strings.Compare(a.Role, b.Role), strings.Compare(a.Fingerprint, b.Fingerprint))
	})
	return b
}

func entry(f *Finding) BaselineEntry {
	return BaselineEntry{Rule: f.Rule, Severity: f.Severity, Package: f.Package, Object: f.Object, Role: f.Role, Fingerprint: f.Fingerprint}
}

// Check says what is wrong with a baseline that came from outside.
func (b *Baseline) Check() error {
	if b.Version != BaselineVersion {
		return fmt.Errorf("the baseline has version %d and this mcpaudit reads version %d: write it again", b.Version, BaselineVersion)
	}
	for i, e := range b.Findings {
		switch {
		case e.Rule == "":
			return fmt.Errorf("entry %d has no rule", i+1)
		case e.Severity == "":
			return fmt.Errorf("entry %d (%s) has no severity", i+1, e.Rule)
		case e.Fingerprint == "":
			return fmt.Errorf("entry %d (%s) has no fingerprint", i+1, e.Rule)
		}
	}
	return nil
}

// SetAside returns a copy of r without the findings that the baseline knows. A finding that has become more severe counts again.
// Entries without a finding are stale, unless stale is false: an audit of a part of the module cannot tell.
// file is the name of the baseline, for messages.
func (b *Baseline) SetAside(r *Report, file string, stale bool) *Report {
	out := *r
	out.Baseline = Known{File: file}
	out.Findings = nil
	out.Suppressed = slices.Clone(r.Suppressed)
	known := map[int]int{} // finding -> entry
	for i, j := range match(b.Findings, r.Findings) {
		switch {
		case j < 0:
			if stale && b.answerable(r, i) {
				out.Baseline.Stale = append(out.Baseline.Stale, b.Findings[i])
			}
		case !b.Findings[i].Severity.AtLeast(r.Findings[j].Severity):
			out.Baseline.Worse = append(out.Baseline.Worse, Change{r.Findings[j].Fingerprint, b.Findings[i].Severity})
		default:
			known[j] = i
		}
	}
	for j := range r.Findings {
		if i, ok := known[j]; ok {
			out.Suppressed = append(out.Suppressed, Suppressed{r.Findings[j], Suppression{Kind: ByBaseline, Reason: b.Findings[i].Reason, File: file}})
			continue
		}
		out.Findings = append(out.Findings, r.Findings[j])
	}
	out.total()
	return &out
}

// answerable reports whether the audit could have found what an entry is about: its rule ran, everything could be checked, and no comment
// has set the finding aside.
func (b *Baseline) answerable(r *Report, i int) bool {
	if _, ran := r.Rule(b.Findings[i].Rule); !ran || len(r.Problems) > 0 {
		return false
	}
	var aside []Finding
	for _, s := range r.Suppressed {
		aside = append(aside, s.Finding)
	}
	return match(b.Findings[i:i+1], aside)[0] < 0
}
