package text

import (
	"bytes"
	"io"
	"strings"

	"github.com/mcpaudit/mcpaudit/report"
	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/tw"
)

// Table writes rows in aligned columns without a frame. Cells that are too wide are wrapped.
func (t Writer) Table(w io.Writer, header []string, rows [][]string) error {
	p := t.newPrinter(nil)
	if err := p.table(0, header, rows); err != nil {
		return err
	}
	_, err := w.Write(p.out.Bytes())
	return err
}

// gap is the space between two columns.
const gap = "  "

// table prints rows whose cells are still raw.
func (p *printer) table(indent int, header []string, rows [][]string) error {
	cells := [][]string{header}
	for _, row := range rows {
		clean := make([]string, len(row))
		for i, cell := range row {
			clean[i] = report.Printable(cell)
		}
		cells = append(cells, clean)
	}
	widths := columns(cells, p.width-indent)
	last := len(header) - 1

	var buf bytes.Buffer
	none := tw.Padding{Overwrite: true}
	between := tw.Padding{Right: gap, Overwrite: true}
	padding := tw.CellPadding{Global: between, PerColumn: make([]tw.Padding, len(header))}
	for i := range padding.PerColumn {
		padding.PerColumn[i] = between
	}
	padding.PerColumn[last] = none
	config := tw.CellConfig{
		Formatting: tw.CellFormatting{AutoWrap: tw.WrapNone, AutoFormat: tw.Off},
		Alignment:  tw.CellAlignment{Global: tw.AlignLeft},
		Padding:    padding,
	}
	table := tablewriter.NewTable(&buf,
		tablewriter.WithConfig(tablewriter.Config{Header: config, Row: config, Behavior: tw.Behavior{TrimSpace: tw.Off}}),
		tablewriter.WithRendition(tw.Rendition{
			Borders:  tw.BorderNone,
			Settings: tw.Settings{Lines: tw.LinesNone, Separators: tw.SeparatorsNone},
		}),
		tablewriter.WithEastAsian(tw.Off),
	)
	for i, row := range cells {
		for column := range row {
			row[column] = strings.Join(wrap(row[column], widths[column]), "\n")
		}
		if i == 0 {
			table.Header(row)
			continue
		}
		if err := table.Append(row); err != nil {
			return err
		}
	}
	if err := table.Render(); err != nil {
		return err
	}
	for i, line := range strings.Split(strings.TrimRight(buf.String(), "\n"), "\n") {
		// The table fills every cell up to the width of its column; a pipe gets no blanks at the end of a line.
		line = strings.TrimRight(line, " ")
		if i == 0 {
			line = p.style.faint.Sprint(line)
		}
		p.line(indent, line)
	}
	return nil
}

// columns fits the columns of a table into a width: the widest one gives way until all of them fit.
func columns(rows [][]string, limit int) []int {
	widths := make([]int, len(rows[0]))
	limit -= len(gap) * (len(widths) - 1)
	sum := 0
	for column := range widths {
		for _, row := range rows {
			widths[column] = max(widths[column], width(row[column]))
		}
		sum += widths[column]
	}
	for ; sum > limit; sum-- {
		widest := 0
		for column := range widths {
			if widths[column] > widths[widest] {
				widest = column
			}
		}
		widths[widest]--
	}
	return widths
}
