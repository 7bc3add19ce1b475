package fix

import (
	"cmp"
	"io"
	"slices"

	"github.com/mcpaudit/mcpaudit/report"
)

// DocumentVersion is the version of the schema of Document. New fields do not
// change it.
const DocumentVersion = 1

// What became of a finding.
const (
	Rewritten  = "rewritten"
	NeedsEye   = "needs_review"
	Refused    = "refused"
	RolledBack = "rolled_back"
)

// Document is a run of fix as data. docs/rewrites.md explains it, and
// docs/schema/fix-v1.schema.json describes it.
type Document struct {
	SchemaVersion int              `json:"schema_version"`
	Tool          report.Tool      `json:"tool"`
	Module        string           `json:"module"`  // import path
	Written       bool             `json:"written"` // the files were changed
	Counts        Counts           `json:"counts"`
	Reasons       []Reason         `json:"reasons"`
	Outcomes      []Entry          `json:"outcomes"`
	Files         []Change         `json:"files"`
	Problems      []report.Problem `json:"problems"`
}

// Counts are numbers of findings.
type Counts struct {
	Rewritten   int `json:"rewritten"`
	NeedsReview int `json:"needs_review"`
	Refused     int `json:"refused"`
	RolledBack  int `json:"rolled_back"`
	NoRewrite   int `json:"no_rewrite"` // of rules that have no rewrite
}

// A Reason is why findings of a rule were not rewritten.
type Reason struct {
	Rule    string `json:"rule"`
	Outcome string `json:"outcome"`
	Reason  string `json:"reason"` // without the names and places of single findings
	Count   int    `json:"count"`
}

// An Entry is what became of one finding.
type Entry struct {
	Outcome     string          `json:"outcome"`
	Rule        string          `json:"rule"`
	Severity    report.Severity `json:"severity"`
	Object      string          `json:"object"`
	Package     string          `json:"package"`
	Site        report.Site     `json:"site"`
	Tools       []string        `json:"tools"`
	Fingerprint string          `json:"fingerprint"` // of the finding of the report that it belongs to
	Message     string          `json:"message"`     // what the rewrite does, or why there is none
}

// A Change is what happens to one file.
type Change struct {
	File string `json:"file"`
	Diff string `json:"diff"` // unified
}

// Document describes a result.
func (r *Result) Document(tool report.Tool, written bool) *Document {
	d := &Document{
		SchemaVersion: DocumentVersion, Tool: tool, Module: r.Module, Written: written,
		Counts:  Counts{len(r.Applied), len(r.Review), len(r.Refused), len(r.RolledBack), r.NoRewrite},
		Reasons: []Reason{}, Outcomes: []Entry{}, Files: []Change{}, Problems: append([]report.Problem{}, r.Problems...),
	}
	for _, group := range []struct {
		outcome string
		list    []Outcome
	}{{Rewritten, r.Applied}, {NeedsEye, r.Review}, {Refused, r.Refused}, {RolledBack, r.RolledBack}} {
		for _, o := range group.list {
			d.Outcomes = append(d.Outcomes, Entry{
				Outcome: group.outcome, Rule: o.Rule, Severity: o.Severity, Object: o.Object, Package: o.Package, Site: o.Site,
				Tools: append([]string{}, o.Tools...), Fingerprint: o.Card, Message: o.What,
			})
			if o.Kind != "" {
				d.reason(o.Rule, group.outcome, o.Kind)
			}
		}
	}
	slices.SortFunc(d.Reasons, func(a, b Reason) int {
		return cmp.Or(cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Outcome, b.Outcome), b.Count-a.Count, cmp.Compare(a.Reason, b.Reason))
	})
	for _, f := range r.Files {
		d.Files = append(d.Files, Change{File: f.relative(r.Root), Diff: string(f.Diff(r.Root))})
	}
	return d
}

func (d *Document) reason(rule, outcome, kind string) {
	for i := range d.Reasons {
		if x := &d.Reasons[i]; x.Rule == rule && x.Outcome == outcome && x.Reason == kind {
			x.Count++
			return
		}
	}
	d.Reasons = append(d.Reasons, Reason{rule, outcome, kind, 1})
}

// Write writes the document as indented JSON.
func (d *Document) Write(w io.Writer) error {
	return report.WriteJSON(w, d)
}
