package json

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/mcpaudit/mcpaudit/report"
)

// WriteBaseline writes a baseline so that a change of one entry is a change of few lines.
func WriteBaseline(w io.Writer, b *report.Baseline) error {
	return report.WriteJSON(w, b)
}

// ReadBaseline reads a stored baseline. Unlike a report it is edited by hand: fields that do not exist are errors.
func ReadBaseline(rd io.Reader) (*report.Baseline, error) {
	data, err := io.ReadAll(rd)
	if err != nil {
		return nil, err
	}
	if data, err = plain(data); err != nil {
		return nil, err
	}
	b := new(report.Baseline)
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(b); err != nil {
		return nil, fmt.Errorf("not a baseline: %w", explain(data, err))
	}
	// A second baseline behind the first would be lost, with its reasons, when the file is written again.
	if rest := bytes.TrimSpace(data[dec.InputOffset():]); len(rest) > 0 {
		line := 1 + bytes.Count(data[:len(data)-len(rest)], []byte("\n"))
		return nil, fmt.Errorf("not a baseline: line %d: something follows its end: make one of the two, or take the rest out", line)
	}
	if err := b.Check(); err != nil {
		return nil, fmt.Errorf("not a valid baseline: %w", err)
	}
	return b, nil
}
