package report

import (
	"cmp"
	"slices"
	"strings"
)

// The kinds of a suppression.
const (
	ByComment  = "comment"  // //mcpaudit:ignore in the code
	ByPath     = "path"     // an excluded path of the settings
	ByBaseline = "baseline" // it was known before
)

// A Suppressed is a finding that somebody has set aside, with a reason. It neither fails a run nor stands among the findings.
type Suppressed struct {
	Finding     Finding     `json:"finding"`
	Suppression Suppression `json:"suppression"`
}

// A Suppression says who set a finding aside, and why.
type Suppression struct {
	Kind   string `json:"kind"` // ByComment, ByPath or ByBaseline
	Reason string `json:"reason"`
	File   string `json:"file"` // where it stands
	Line   int    `json:"line"`
}

// An Unused is a suppression that has nothing to set aside any more. It does not fail a run.
type Unused struct {
	Kind    string `json:"kind"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	Message string `json:"message"`
}

// rankSuppressed completes the findings that are set aside. They are not merged: each has its own reason.
func (k *ranker) rankSuppressed(r *Report) {
	r.Suppressed = slices.Clone(r.Suppressed)
	for i := range r.Suppressed {
		f := &r.Suppressed[i].Finding
		f.Also = unique(f.Also, f.Rule)
		f.Tools = unique(f.Tools)
		slices.Sort(f.Tools)
		k.complete(f)
		if f.Effort.IsZero() && f.Severity != Info {
			f.Effort = k.estimate(f)
		}
	}
	slices.SortFunc(r.Suppressed, func(a, b Suppressed) int {
		return cmp.Or(k.byRisk(a.Finding, b.Finding), a.Suppression.compare(b.Suppression))
	})
	slices.SortFunc(r.Unused, func(a, b Unused) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), strings.Compare(a.Message, b.Message))
	})
	r.Unused = unique(r.Unused)
}

func (s Suppression) compare(t Suppression) int {
	return cmp.Or(strings.Compare(s.Kind, t.Kind), strings.Compare(s.File, t.File), cmp.Compare(s.Line, t.Line), strings.Compare(s.Reason, t.Reason))
}
