package text

import (
	"strconv"
	"strings"

	"github.com/mcpaudit/mcpaudit/report"
)

// maxMemory is how much memory the map shows.
const maxMemory = 15

// minObject is the narrowest column of objects. Positions are never broken: they are there to be clicked.
const minObject = 20

// list prints one line for each finding.
func (p *printer) list() {
	if len(p.r.Findings) == 0 {
		return
	}
	rows := [][]string{{"", "severity", "risk", "rule"}}
	objects, spots := []string{"object"}, []spot{{where: "at"}}
	for i := range p.r.Findings {
		f := &p.r.Findings[i]
		state := string(f.Severity)
		if s := p.r.Since.State(f); s == report.StateNew || s == report.StateWorse {
			state += ", " + s
		}
		rows = append(rows, []string{strconv.Itoa(i + 1), state, strconv.Itoa(f.Risk), report.Printable(f.Rule)})
		objects = append(objects, p.name(f.Object))
		at := p.spot(f.Site.File, f.Site.Line, 0, "")
		at.where = report.Printable(at.where)
		spots = append(spots, at)
	}
	widths := make([]int, len(rows[0]))
	left, wide, position := 0, 0, 0
	for column := range widths {
		for _, row := range rows {
			widths[column] = max(widths[column], width(row[column]))
		}
		left += widths[column] + len(gap)
	}
	for i := range objects {
		wide = max(wide, width(objects[i]))
		position = max(position, width(spots[i].where))
	}
	object := min(wide, p.width-left-len(gap)-position)
	beside := object >= min(wide, minObject)
	if !beside {
		object = max(min(wide, p.width-left), 2)
	}
	p.line(0, "")
	for i, row := range rows {
		var b strings.Builder
		for column, cell := range row {
			b.WriteString(pad(cell, widths[column]) + gap)
		}
		lines := wrap(objects[i], object)
		if len(lines) == 0 {
			lines = []string{""}
		}
		head := b.String() + lines[0]
		switch {
		case i == 0 && !beside:
			head = p.style.faint.Sprint(head)
		case i == 0:
			head = p.style.faint.Sprint(b.String() + pad(lines[0], object) + gap + spots[i].where)
		case beside && spots[i].where != "":
			head = b.String() + pad(lines[0], object) + gap + link(spots[i].where, spots[i].href)
		}
		p.line(0, strings.TrimRight(head, " "))
		for _, more := range lines[1:] {
			p.line(left, more)
		}
		if !beside && i > 0 {
			for _, line := range wrap(spots[i].where, p.width-labelColumn) {
				p.line(labelColumn, link(line, spots[i].href))
			}
		}
	}
}

// stateMap prints which tools share which memory, as a tree: memory, and under it the tools that reach it.
func (p *printer) stateMap() {
	m := p.r.StateMap()
	if len(m.Memory) == 0 {
		return
	}
	head := "State map: which tools share which memory"
	if n := len(p.r.Served.Tools); n > 0 {
		touching := 0
		for _, t := range m.Tools {
			if len(t.Memory) > 0 {
				touching++
			}
		}
		head = "State map: which of the " + report.Plural(n, "tool") + " share which memory"
		if n == 1 {
			head = "State map: which memory the tool keeps"
		}
		if touching == 0 {
			head = "State map: memory that requests keep"
		}
	}
	p.heading(head)
	for i, mem := range m.Memory {
		if i == p.most(maxMemory) {
			p.text(2, "("+report.Plural(len(m.Memory)-i, "more object")+"; --details lists all of them)")
			return
		}
		name := p.name(mem.Name)
		label := label(mem.Severity) + " (" + strconv.Itoa(mem.Finding+1) + ")"
		if width(name)+len(gap)+width(label)+2 <= p.width {
			p.line(2, p.style.bold.Sprint(name)+gap+p.style.of(mem.Severity, label))
		} else {
			for _, line := range wrap(name, p.width-2) {
				p.line(2, p.style.bold.Sprint(line))
			}
			p.line(2, p.style.of(mem.Severity, label))
		}
		const branch = "└─ "
		for j, line := range wrap(p.toolNames(&m, mem), p.width-2-width(branch)) {
			if j == 0 {
				p.line(2, p.style.faint.Sprint(branch)+line)
				continue
			}
			p.line(2+width(branch), line)
		}
	}
}

// toolNames lists the tools of some memory.
func (p *printer) toolNames(m *report.StateMap, mem report.MapMemory) string {
	if len(mem.Tools) == 0 {
		return "requests of no tool with a known name"
	}
	var names []string
	for i, t := range mem.Tools {
		if i == p.most(maxTools) && len(mem.Tools) > i+1 {
			names = append(names, strconv.Itoa(len(mem.Tools)-i)+" more")
			break
		}
		names = append(names, p.clip(report.Printable(m.Tools[t].Name), maxName))
	}
	return strings.Join(names, ", ")
}

// code prints the lines of code along the path of a finding, as far as the report holds them.
func (p *printer) code(f *report.Finding) {
	if !p.details {
		return
	}
	places := []report.Frame{{File: f.Site.File, Line: f.Site.Line}}
	places = append(places, f.Path...)
	seen := map[string]bool{}
	var out []string
	for _, at := range places {
		where := report.At(at.File, at.Line, 0)
		first, lines := p.r.Around(at.File, at.Line, 1)
		if seen[where] || len(lines) == 0 {
			continue
		}
		seen[where] = true
		out = append(out, report.Printable(where))
		last := len(strconv.Itoa(first + len(lines)))
		for i, line := range lines {
			mark := "  "
			if first+i == at.Line {
				mark = "> "
			}
			line = report.Printable(strings.ReplaceAll(line, "\t", "    "))
			number := strconv.Itoa(first + i)
			prefix := mark + strings.Repeat(" ", last-len(number)) + number + "  "
			out = append(out, strings.TrimRight(prefix+line, " "))
		}
	}
	p.block("code", out)
}

// fixes prints the rewrites of a finding: what they do, and with all details how.
func (p *printer) fixes(f *report.Finding) {
	for _, fix := range f.Fixes {
		p.field("rewrite", fix.Description)
		if !p.details {
			continue
		}
		var lines []string
		for _, d := range p.r.Diff(fix) {
			text := report.Printable(strings.ReplaceAll(d.Text, "\t", "    "))
			switch d.Op {
			case '@':
				lines = append(lines, p.style.bold.Sprint(text))
			case '-', '+':
				lines = append(lines, p.style.change(d.Op, string(d.Op)+text))
			default:
				lines = append(lines, strings.TrimRight(" "+text, " "))
			}
		}
		p.block("", lines)
	}
	p.field("apply", f.FixCommand())
}
