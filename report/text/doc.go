package text

import (
	"io"
	"strings"

	"github.com/mcpaudit/mcpaudit/report"
)

// Page writes a page of a manual: a name and a title, some facts, and text in Markdown as the rules are documented in, wrapped like a report.
// Headings are "# " to "###### ", lists begin with "- ", and code is indented or fenced.
func (t Writer) Page(w io.Writer, name, title string, facts [][2]string, markdown string) error {
	p := t.newPrinter(nil)
	p.line(0, p.style.bold.Sprint(report.Printable(name)))
	p.text(2, title)
	if len(facts) > 0 {
		p.line(0, "")
	}
	column := 0
	for _, f := range facts {
		column = max(column, width(f[0]))
	}
	for _, f := range facts {
		for i, line := range p.lines(f[1], p.width-2-column-len(gap)) {
			head := p.style.faint.Sprint(pad(f[0], column))
			if i > 0 {
				head = pad("", column)
			}
			p.line(2, head+gap+line)
		}
	}
	d := docPrinter{printer: p}
	if heading(markdown) == "" {
		markdown = "# Description\n\n" + markdown
	}
	p.line(0, "")
	d.blank = true
	d.print(markdown)
	_, err := w.Write(p.out.Bytes())
	return err
}

type docPrinter struct {
	*printer
	paragraph []string // lines that are still to be joined
	item      bool     // of a list
	blank     bool     // the last line that was printed is blank
	fence     bool
	indent    int // of the text below a heading
}

func (d *docPrinter) print(markdown string) {
	for line := range strings.Lines(markdown) {
		line = strings.TrimRight(line, "\r\n\t ")
		text := strings.TrimLeft(line, " ")
		switch {
		case strings.HasPrefix(text, "```"):
			d.flush()
			d.fence = !d.fence
		case d.fence:
			d.code(line)
		case line == "":
			d.flush()
			d.space()
		case heading(line) != "":
			d.flush()
			d.space()
			d.put(0, d.style.bold.Sprint(report.Printable(heading(line))))
			d.indent, d.blank = 2, true // no blank line below a heading
		case strings.HasPrefix(text, "- "):
			d.flush()
			d.item = true
			d.paragraph = []string{strings.TrimPrefix(text, "- ")}
		case len(d.paragraph) == 0 && (strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "    ")):
			d.code(strings.TrimPrefix(strings.TrimPrefix(line, "\t"), "    "))
		default:
			d.paragraph = append(d.paragraph, strings.TrimSpace(line))
		}
	}
	d.flush()
}

// heading returns the text of a heading.
func heading(line string) string {
	line, _, _ = strings.Cut(line, "\n")
	marks := len(line) - len(strings.TrimLeft(line, "#"))
	if marks == 0 || marks > 6 || !strings.HasPrefix(line[marks:], " ") {
		return ""
	}
	return strings.TrimSpace(line[marks:])
}

// flush prints the paragraph or list item that has been read.
func (d *docPrinter) flush() {
	text := strings.Join(d.paragraph, " ")
	d.paragraph = nil
	indent, bullet := d.indent, ""
	if d.item {
		indent, bullet = d.indent+2, "- "
	}
	d.item = false
	if text == "" {
		return
	}
	for i, line := range wrap(report.Printable(text), d.width-indent) {
		if i == 0 && bullet != "" {
			d.put(indent-2, bullet+line)
			continue
		}
		d.put(indent, line)
	}
}

// code prints a line of a sample as it stands. Tabs keep their place; everything else that is not printable is spelled out.
func (d *docPrinter) code(line string) {
	if line == "" {
		d.put(0, "")
		return
	}
	d.put(d.indent+4, report.Printable(strings.ReplaceAll(line, "\t", "    ")))
}

func (d *docPrinter) put(indent int, line string) {
	d.line(indent, line)
	d.blank = line == ""
}

func (d *docPrinter) space() {
	if !d.blank && d.out.Len() > 0 {
		d.put(0, "")
	}
}
