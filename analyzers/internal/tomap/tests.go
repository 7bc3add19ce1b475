package tomap

import (
	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
)

// test reports whether a place is in a test.
func (j *job) test(s *edit.Spot) bool { return s.Test }

// inTest stands for the function around a place in a test; nil if the place is in
// none. Tests have no calls: a Map is a map in memory there, whatever the context.
func (j *job) inTest(s *edit.Spot) *fn {
	if !j.test(s) {
		return nil
	}
	return &fn{Spot: s}
}
