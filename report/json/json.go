// Package json writes a report in its stored form and reads it back. docs/schema.md explains every field.
package json

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/mcpaudit/mcpaudit/report"
)

// Writer writes reports as indented JSON. Equal reports give equal bytes.
type Writer struct{}

// Write implements report.Writer.
func (Writer) Write(w io.Writer, r *report.Report) error {
	return report.WriteJSON(w, withLists(r))
}

// Read reads a stored report. Fields that it does not know are ignored, since new ones do not change the version.
func Read(rd io.Reader) (*report.Report, error) {
	data, err := io.ReadAll(rd)
	if err != nil {
		return nil, err
	}
	if data, err = plain(data); err != nil {
		return nil, err
	}
	var head struct {
		SchemaVersion *int            `json:"schema_version"`
		Findings      json.RawMessage `json:"findings"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, fmt.Errorf("not a JSON report: %w", explain(data, err))
	}
	if head.SchemaVersion == nil {
		return nil, errors.New("not a report of mcpaudit: there is no schema_version")
	}
	if *head.SchemaVersion != report.SchemaVersion {
		return nil, fmt.Errorf("the report has schema version %d and this mcpaudit reads version %d: make it again with this version",
			*head.SchemaVersion, report.SchemaVersion)
	}
	if head.Findings == nil || string(head.Findings) == "null" {
		// Writers give an empty list. Without any the report would pass for one without findings.
		return nil, errors.New("not a valid report: the list findings is missing: make the report again")
	}
	r := new(report.Report)
	if err := json.Unmarshal(data, r); err != nil {
		return nil, fmt.Errorf("not a valid report: %w", explain(data, err))
	}
	if err := r.Check(); err != nil {
		return nil, fmt.Errorf("not a valid report: %w", err)
	}
	return r, nil
}

// plain drops the byte order mark that editors and shells of Windows put before a text. What they write in UTF-16 is refused.
func plain(data []byte) ([]byte, error) {
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return nil, errors.New("the file is in UTF-16: convert it to UTF-8, or write it with --output instead of the shell")
	}
	return bytes.TrimPrefix(data, []byte("\ufeff")), nil
}

// explain adds the line to an error that has only an offset.
func explain(data []byte, err error) error {
	var offset int64
	var syntax *json.SyntaxError
	var typ *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &typ):
		offset = typ.Offset
	default:
		return err
	}
	line := 1 + bytes.Count(data[:min(offset, int64(len(data)))], []byte("\n"))
	return fmt.Errorf("line %d: %w", line, err)
}

// withLists replaces missing lists by empty ones, so that readers never meet null.
func withLists(r *report.Report) *report.Report {
	out := *r
	out.Builds = list(r.Builds)
	out.Served.Transports = list(r.Served.Transports)
	out.Served.SDKs = list(r.Served.SDKs)
	out.Served.Programs = list(r.Served.Programs)
	for i := range out.Served.Programs {
		out.Served.Programs[i].Transports = list(out.Served.Programs[i].Transports)
	}
	out.Deployment.Workloads = list(r.Deployment.Workloads)
	out.Findings = list(r.Findings)
	for i := range out.Findings {
		findingLists(&out.Findings[i])
	}
	out.Suppressed = list(r.Suppressed)
	for i := range out.Suppressed {
		findingLists(&out.Suppressed[i].Finding)
	}
	out.Unused = list(r.Unused)
	s := &out.Since
	s.New, s.Worse, s.Touched, s.Fixed = list(s.New), list(s.Worse), list(s.Touched), list(s.Fixed)
	for i := range s.Fixed {
		findingLists(&s.Fixed[i])
	}
	out.Served.Tools = list(r.Served.Tools)
	out.Baseline.Worse, out.Baseline.Stale = list(r.Baseline.Worse), list(r.Baseline.Stale)
	out.Excerpts = list(r.Excerpts)
	for i := range out.Excerpts {
		out.Excerpts[i].Lines = list(out.Excerpts[i].Lines)
	}
	out.Plan = list(r.Plan)
	for i := range out.Plan {
		out.Plan[i].Findings = list(out.Plan[i].Findings)
	}
	out.Problems = list(r.Problems)
	out.Coverage = list(r.Coverage)
	out.Rules = list(r.Rules)
	out.Proof = proofWithLists(r.Proof)
	return &out
}

func proofWithLists(p *report.Proof) *report.Proof {
	if p == nil {
		return nil
	}
	out := *p
	out.Protocols, out.Assumed, out.Calls = list(p.Protocols), list(p.Assumed), list(p.Calls)
	out.Phases = list(p.Phases)
	for i := range out.Phases {
		phase := &out.Phases[i]
		phase.Notes, phase.Failures = list(phase.Notes), list(phase.Failures)
		for k := range phase.Failures {
			f := &phase.Failures[k]
			f.Differences, f.Sequence, f.Explained = list(f.Differences), list(f.Sequence), list(f.Explained)
		}
	}
	out.Findings = list(p.Findings)
	for i := range out.Findings {
		out.Findings[i].Phases = list(out.Findings[i].Phases)
	}
	return &out
}

func findingLists(f *report.Finding) {
	f.Also, f.Path, f.Related, f.Tools = list(f.Also), list(f.Path), list(f.Related), list(f.Tools)
	f.Fixes = list(f.Fixes)
	for i := range f.Fixes {
		f.Fixes[i].Edits = list(f.Fixes[i].Edits)
	}
}

// list copies a slice and makes an empty one of nil.
func list[T any](s []T) []T { return append([]T{}, s...) }
