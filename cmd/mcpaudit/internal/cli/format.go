package cli

import (
	"path/filepath"
	"strings"

	"github.com/mcpaudit/mcpaudit/report"
	"github.com/mcpaudit/mcpaudit/report/github"
	"github.com/mcpaudit/mcpaudit/report/gitlab"
	"github.com/mcpaudit/mcpaudit/report/html"
	"github.com/mcpaudit/mcpaudit/report/json"
	"github.com/mcpaudit/mcpaudit/report/junit"
	"github.com/mcpaudit/mcpaudit/report/markdown"
	"github.com/mcpaudit/mcpaudit/report/sarif"
	"github.com/mcpaudit/mcpaudit/report/text"
)

// A format is one way to write a report.
type format struct {
	name      string
	ending    string // of a file's name that asks for this format; "" if there is none
	hidesInfo bool   // --min-severity has its default; without, it applies only when it is given
	forPeople bool   // the reader sees problems without being told
	writer    func(outputOptions) report.Writer
}

// outputOptions is what a format may want to know about where it writes to.
type outputOptions struct {
	color            bool
	width            int
	details, summary bool
	link             func(file string, line, column int) string
	help             func(rule string) string // the documentation of a rule
}

// formats holds all formats. The first one is the default.
var formats = []*format{
	{"text", ".txt", true, true, func(o outputOptions) report.Writer {
		return text.Writer{Color: o.color, Width: o.width, Details: o.details, Summary: o.summary, Link: o.link}
	}},
	{"json", ".json", false, false, func(outputOptions) report.Writer { return json.Writer{} }},
	{"sarif", ".sarif", false, false, func(o outputOptions) report.Writer { return sarif.Writer{Help: o.help} }},
	{"html", ".html", false, true, func(outputOptions) report.Writer { return html.Writer{} }},
	{"markdown", ".md", true, true, func(outputOptions) report.Writer { return markdown.Writer{} }},
	{"github", "", true, false, func(outputOptions) report.Writer { return github.Writer{} }},
	{"gitlab", "", true, false, func(outputOptions) report.Writer { return gitlab.Writer{} }},
	{"junit", ".xml", true, false, func(outputOptions) report.Writer { return junit.Writer{} }},
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
	names := formatNames()
	return nil, usagef("--format: unknown format %q: %s", name, hint(name, names, "", "use "+strings.Join(names[:len(names)-1], ", ")+" or "+names[len(names)-1]))
}

// formatFor returns the format that the name of a file asks for, or the default.
func formatFor(file string) *format {
	ending := strings.ToLower(filepath.Ext(file))
	for _, f := range formats {
		if f.ending != "" && f.ending == ending {
			return f
		}
	}
	return formats[0]
}

// An output is a format and the file that it goes to; "" is standard output.
type output struct {
	format *format
	file   string
}

// toFile reports whether the output goes to a file.
func (o output) toFile() bool { return o.file != "" }

// parseOutputs reads the values of --format, each NAME or NAME=FILE, and --output, the file of the one format that names none.
func parseOutputs(names []string, file string) ([]output, error) {
	if len(names) == 0 {
		names = []string{formatFor(file).name}
	}
	if file == "-" {
		file = ""
	}
	var outputs []output
	bare := 0
	for _, s := range names {
		name, target, named := strings.Cut(strings.TrimSpace(s), "=")
		f, err := formatNamed(name)
		if err != nil {
			return nil, err
		}
		switch {
		case named && target == "":
			return nil, usagef("--format: %s= names no file: --format %s=FILE", name, name)
		case !named:
			bare++
			target = file
		}
		if target == "-" {
			target = ""
		}
		outputs = append(outputs, output{f, target})
	}
	if bare == 0 && file != "" {
		return nil, usagef("--output: every format has a file of its own: leave --output out, or one of the files")
	}
	seen := map[string]string{}
	for _, o := range outputs {
		key := o.file
		if key != "" {
			key = filepath.Clean(key)
		}
		if other, twice := seen[key]; twice {
			if o.file == "" {
				return nil, usagef("--format: %s and %s would both go to standard output: give one of them a file, as in --format %s=FILE", other, o.format.name, o.format.name)
			}
			return nil, usagef("--format: %s and %s would both go to %s", other, o.format.name, o.file)
		}
		seen[key] = o.format.name
		if err := checkOutput(o.file); err != nil {
			return nil, err
		}
	}
	return outputs, nil
}
