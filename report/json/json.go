// Package json writes a report in its stored form and reads it back. docs/schema.md explains every field.
package json

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode"

	"github.com/mcpaudit/mcpaudit/report"
)

// Writer writes reports as indented JSON. Equal reports give equal bytes.
type Writer struct{}

// Write implements report.Writer.
func (Writer) Write(w io.Writer, r *report.Report) error {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(withLists(r)); err != nil {
		return err
	}
	_, err := w.Write(inert(buf.Bytes()))
	return err
}

// Read reads a stored report. Fields that it does not know are ignored, since new ones do not change the version.
func Read(rd io.Reader) (*report.Report, error) {
	data, err := io.ReadAll(rd)
	if err != nil {
		return nil, err
	}
	var head struct {
		SchemaVersion *int `json:"schema_version"`
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
	r := new(report.Report)
	if err := json.Unmarshal(data, r); err != nil {
		return nil, fmt.Errorf("not a valid report: %w", explain(data, err))
	}
	if err := r.Check(); err != nil {
		return nil, fmt.Errorf("not a valid report: %w", err)
	}
	return r, nil
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

// inert escapes the characters that a terminal may obey and that encoding/json leaves alone. They can only stand inside strings.
func inert(data []byte) []byte {
	var out bytes.Buffer
	for _, r := range string(data) {
		switch {
		case r == '\n' || !unicode.Is(unicode.C, r) && r != 0x7f:
			out.WriteRune(r)
		case r < 0x10000:
			fmt.Fprintf(&out, `\u%04x`, r)
		default:
			fmt.Fprintf(&out, `\u%04x\u%04x`, 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
		}
	}
	return out.Bytes()
}

// withLists replaces missing lists by empty ones, so that readers never meet null.
func withLists(r *report.Report) *report.Report {
	out := *r
	out.Served.Transports = list(r.Served.Transports)
	out.Served.SDKs = list(r.Served.SDKs)
	out.Served.Programs = list(r.Served.Programs)
	for i := range out.Served.Programs {
		out.Served.Programs[i].Transports = list(out.Served.Programs[i].Transports)
	}
	out.Deployment.Workloads = list(r.Deployment.Workloads)
	out.Findings = list(r.Findings)
	for i := range out.Findings {
		f := &out.Findings[i]
		f.Also, f.Path, f.Related, f.Tools = list(f.Also), list(f.Path), list(f.Related), list(f.Tools)
	}
	out.Plan = list(r.Plan)
	for i := range out.Plan {
		out.Plan[i].Findings = list(out.Plan[i].Findings)
	}
	out.Problems = list(r.Problems)
	out.Coverage = list(r.Coverage)
	out.Rules = list(r.Rules)
	return &out
}

// list copies a slice and makes an empty one of nil.
func list[T any](s []T) []T { return append([]T{}, s...) }
