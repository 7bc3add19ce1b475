package report

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// An Excerpt is a run of lines of the audited code. A stored report brings its excerpts along, so that it can be read where the code is not.
type Excerpt struct {
	File  string   `json:"file"`
	Line  int      `json:"line"`  // of the first of the lines, from 1
	Lines []string `json:"lines"` // without line ends
}

// The bounds of what excerpts may add to a report.
const (
	// MaxExcerptLine is how many bytes of one line are kept.
	MaxExcerptLine = 240
	// MaxExcerpts is how many bytes of source code one report holds. What belongs to the most risky findings comes first.
	MaxExcerpts = 1 << 20
)

// Excerpt fills the excerpts with the lines around every place that the findings name, and context lines on both sides. It reads the files
// of the module with read, which may fail: a report without an excerpt is complete. Only Go files are read: what stands in configuration
// files may be secret.
func (r *Report) Excerpt(context int, read func(file string) ([]byte, error)) {
	r.Excerpts = nil
	type source struct {
		lines []string
		want  []bool
	}
	files := map[string]*source{}
	open := func(file string) *source {
		if s, seen := files[file]; seen {
			return s
		}
		files[file] = nil
		if !strings.HasSuffix(file, ".go") {
			return nil
		}
		data, err := read(file)
		if err != nil || !utf8.Valid(data) {
			return nil
		}
		lines := strings.Split(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n")
		files[file] = &source{lines, make([]bool, len(lines))}
		return files[file]
	}
	left := MaxExcerpts
	r.eachPlace(func(file string, line int) {
		if line <= 0 {
			return
		}
		s := open(file)
		if s == nil {
			return
		}
		for i := max(line-1-context, 0); i < min(line+context, len(s.lines)); i++ {
			if size := min(len(s.lines[i]), MaxExcerptLine); !s.want[i] && size < left {
				s.want[i] = true
				left -= size + 1
			}
		}
	})
	for file, s := range files {
		if s == nil {
			continue
		}
		for i := 0; i < len(s.lines); i++ {
			if !s.want[i] {
				continue
			}
			e := Excerpt{File: file, Line: i + 1}
			for ; i < len(s.lines) && s.want[i]; i++ {
				e.Lines = append(e.Lines, cut(s.lines[i]))
			}
			r.Excerpts = append(r.Excerpts, e)
		}
	}
	sortExcerpts(r.Excerpts)
}

func sortExcerpts(list []Excerpt) {
	slices.SortFunc(list, func(a, b Excerpt) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(len(a.Lines), len(b.Lines)))
	})
}

// cut shortens a line to what an excerpt holds of it.
func cut(line string) string {
	if len(line) <= MaxExcerptLine {
		return line
	}
	end := MaxExcerptLine
	for end > 0 && !utf8.RuneStart(line[end]) {
		end--
	}
	return line[:end] + "…"
}

// eachPlace calls f for every place that the findings name: those of the most risky finding first, and of each finding first the site,
// then the path, then the other places.
func (r *Report) eachPlace(f func(file string, line int)) {
	for i := range r.Findings {
		x := &r.Findings[i]
		f(x.Site.File, x.Site.Line)
		for _, p := range x.Path {
			f(p.File, p.Line)
		}
		for _, fix := range x.Fixes {
			for _, e := range fix.Edits {
				for line := e.Line; line <= min(e.EndLine, e.Line+40); line++ {
					f(e.File, line)
				}
			}
		}
		for _, p := range x.Related {
			f(p.File, p.Line)
		}
	}
}

// Around returns the lines of an excerpt that are at most context lines away from a line, and the number of the first of them.
// It returns no lines when the report does not hold the line itself.
func (r *Report) Around(file string, line, context int) (first int, lines []string) {
	for _, e := range r.excerptsOf(file) {
		if line < e.Line || line >= e.Line+len(e.Lines) {
			continue
		}
		from := max(line-e.Line-context, 0)
		to := min(line-e.Line+context+1, len(e.Lines))
		return e.Line + from, e.Lines[from:to]
	}
	return 0, nil
}

// lines returns the lines from first to last, or nil unless the report holds all of them, uncut.
func (r *Report) lines(file string, first, last int) []string {
	for _, e := range r.excerptsOf(file) {
		if first < e.Line || last >= e.Line+len(e.Lines) {
			continue
		}
		lines := e.Lines[first-e.Line : last-e.Line+1]
		if slices.ContainsFunc(lines, func(s string) bool { return len(s) > MaxExcerptLine }) {
			return nil
		}
		return lines
	}
	return nil
}

// excerptsOf finds the excerpts of a file. They are sorted by file, as Excerpt leaves them and Check demands.
func (r *Report) excerptsOf(file string) []Excerpt {
	from, _ := slices.BinarySearchFunc(r.Excerpts, file, func(e Excerpt, file string) int { return strings.Compare(e.File, file) })
	to := from
	for to < len(r.Excerpts) && r.Excerpts[to].File == file {
		to++
	}
	return r.Excerpts[from:to]
}
