package cli

import (
	"strings"

	"github.com/mcpaudit/mcpaudit/report"
	"github.com/mcpaudit/mcpaudit/report/json"
	"github.com/mcpaudit/mcpaudit/report/text"
)

// A format is one way to write a report.
type format struct {
	name      string
	hidesInfo bool // --min-severity has its default; without, it applies only when it is given
	forPeople bool // the reader sees problems without being told
	writer    func(outputOptions) report.Writer
}

// outputOptions is what a format may want to know about where it writes to.
type outputOptions struct {
	color bool
	width int
}

// formats holds all formats. The first one is the default.
var formats = []*format{
	{"text", true, true, func(o outputOptions) report.Writer { return text.Writer{Color: o.color, Width: o.width} }},
	{"json", false, false, func(outputOptions) report.Writer { return json.Writer{} }},
}

func formatNames() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

func formatNamed(name string) (*format, error) {
	for _, f := range formats {
		if f.name == name {
			return f, nil
		}
	}
	return nil, usagef("--format: unknown format %q: use %s", name, strings.Join(formatNames(), " or "))
}
