package sdk

import (
	"slices"
	"strings"
)

// Source is a text with lines in the grammar of the tables.
type Source struct {
	File  string // for errors
	First int    // the number of the text's first line in the file, from 1
	Text  string
}

// Extend returns the tables with the lines of other texts: what a company knows
// of its own libraries. An error names the file and the line.
func (t *Tables) Extend(extra []Source) (*Tables, error) {
	var entries []Entry
	for _, x := range extra {
		more, err := parseFrom(x.File, max(x.First, 1), []byte(x.Text))
		if err != nil {
			return nil, err
		}
		entries = append(entries, more...)
	}
	if len(entries) == 0 {
		return t, nil
	}
	return t.With(entries)
}

// Versioned reports whether the tables say different things of a path at
// different versions of its module.
func (t *Tables) Versioned(path string) bool {
	anyMajor, _ := majorWildcard(path)
	return slices.ContainsFunc(t.entries, func(e Entry) bool {
		if e.Since == "" && e.Until == "" {
			return false
		}
		if base, below := strings.CutSuffix(e.Path, "/..."); below {
			return isBelow(path, base) || isBelow(anyMajor, base)
		}
		return path == e.Path || anyMajor == e.Path
	})
}
