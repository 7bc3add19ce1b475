package text

import (
	"strings"

	"github.com/fatih/color"
	"github.com/mcpaudit/mcpaudit/report"
)

// style holds the few attributes that the output uses. They are chosen to be readable on light and dark backgrounds: yellow, green,
// cyan, blue and white are each lost on one of them, and nothing that must be read is faint. Low and info are plain.
type style struct {
	bold, faint *color.Color
	severity    map[report.Severity]*color.Color
}

func newStyle(enabled bool) *style {
	// Each instance is told: the package's own switch looks at standard output, which may not be where the report goes.
	set := func(attributes ...color.Attribute) *color.Color {
		c := color.New(attributes...)
		if enabled {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
		return c
	}
	return &style{
		bold:  set(color.Bold),
		faint: set(color.Faint),
		severity: map[report.Severity]*color.Color{
			report.Blocker: set(color.Bold, color.FgRed),
			report.High:    set(color.FgRed),
			report.Medium:  set(color.FgMagenta),
		},
	}
}

// of colours a text by severity.
func (s *style) of(sev report.Severity, text string) string {
	if c := s.severity[sev]; c != nil {
		return c.Sprint(text)
	}
	return text
}

// change colours a line of a difference: what goes is red, what comes is bold, which is readable on every background.
func (s *style) change(op byte, text string) string {
	if op == '-' {
		return s.severity[report.High].Sprint(text)
	}
	return s.bold.Sprint(text)
}

// label is the word for a severity at the head of a card.
func label(sev report.Severity) string { return strings.ToUpper(string(sev)) }
