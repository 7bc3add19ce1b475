package report

import (
	"bytes"
	"slices"
	"strings"
)

// A Fix is a rewrite that closes a finding. It names the text that it replaces, so that it can be shown, and applied, without a look at the code.
type Fix struct {
	Rule        string `json:"rule"`        // whose rewrite it is
	Description string `json:"description"` // what the rewrite does, in one sentence
	Review      bool   `json:"review"`      // callers of a tool notice it: mcpaudit fix applies it with --review only
	Edits       []Edit `json:"edits"`
}

// An Edit replaces a stretch of a file. An empty stretch inserts, an empty New deletes.
type Edit struct {
	File      string `json:"file"`
	Line      int    `json:"line"`       // of the first byte that is replaced, from 1
	Column    int    `json:"column"`     // of the first byte that is replaced, in bytes, from 1
	EndLine   int    `json:"end_line"`   // of the first byte that stays
	EndColumn int    `json:"end_column"` // of the first byte that stays
	Old       string `json:"old"`        // what stands there now
	New       string `json:"new"`        // what is to stand there
}

// FixCommand is the command that checks the rewrites of a finding and shows what they come to; "" if there are none.
func (f *Finding) FixCommand() string {
	if len(f.Fixes) == 0 || f.Fingerprint == "" {
		return ""
	}
	cmd := "mcpaudit fix --finding " + f.Fingerprint
	if slices.ContainsFunc(f.Fixes, func(x Fix) bool { return x.Review }) {
		cmd += " --review"
	}
	return cmd
}

// NewEdit makes an edit of a replacement that is given by offsets into a file, in bytes. It panics if they are not in the file.
func NewEdit(file string, src []byte, from, to int, text string) Edit {
	e := Edit{File: file, Old: string(src[from:to]), New: text}
	e.Line, e.Column = position(src, from)
	e.EndLine, e.EndColumn = position(src, to)
	return e
}

func position(src []byte, offset int) (line, column int) {
	before := src[:offset]
	return 1 + bytes.Count(before, []byte("\n")), offset - bytes.LastIndexByte(before, '\n')
}

// A DiffLine is one line of a difference: a line that stays (' '), goes ('-') or comes ('+'), or the head of a file ('@').
type DiffLine struct {
	Op   byte
	Text string
}

// Diff writes a fix as lines that go and lines that come. Where the report holds the lines around an edit they are shown whole;
// otherwise only the replaced text is.
func (r *Report) Diff(fix Fix) []DiffLine {
	edits := slices.Clone(fix.Edits)
	slices.SortStableFunc(edits, func(a, b Edit) int {
		if c := strings.Compare(a.File, b.File); c != 0 {
			return c
		}
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
	})
	var out []DiffLine
	file := ""
	for i := 0; i < len(edits); {
		if edits[i].File != file {
			file = edits[i].File
			out = append(out, DiffLine{'@', file})
		}
		// Edits that touch the same lines are one change.
		j, last := i+1, edits[i].EndLine
		for j < len(edits) && edits[j].File == file && edits[j].Line <= last {
			last = max(last, edits[j].EndLine)
			j++
		}
		out = append(out, r.change(edits[i:j], last)...)
		i = j
	}
	return out
}

// change shows edits of neighbouring lines.
func (r *Report) change(edits []Edit, last int) []DiffLine {
	first := edits[0].Line
	var out []DiffLine
	add := func(op byte, text string) {
		if text == "" {
			return
		}
		for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
			out = append(out, DiffLine{op, line})
		}
	}
	whole := r.lines(edits[0].File, first, last)
	if whole == nil {
		for _, e := range edits {
			add('-', e.Old)
			add('+', e.New)
		}
		return out
	}
	text := strings.Join(whole, "\n") + "\n"
	rewritten, ok := apply(text, first, edits)
	if !ok {
		for _, e := range edits {
			add('-', e.Old)
			add('+', e.New)
		}
		return out
	}
	before, after := strings.SplitAfter(text, "\n"), strings.SplitAfter(rewritten, "\n")
	head := 0
	for head < len(before) && head < len(after) && before[head] == after[head] {
		head++
	}
	tail := 0
	for tail < len(before)-head && tail < len(after)-head && before[len(before)-1-tail] == after[len(after)-1-tail] {
		tail++
	}
	if above := r.lines(edits[0].File, first-1, first-1); head == 0 && len(above) > 0 {
		add(' ', above[0]+"\n")
	}
	add(' ', strings.Join(before[:head], ""))
	add('-', strings.Join(before[head:len(before)-tail], ""))
	add('+', strings.Join(after[head:len(after)-tail], ""))
	add(' ', strings.Join(before[len(before)-tail:], ""))
	return out
}

// apply rewrites text, which begins at line first. It fails when the text is not what the edits expect.
func apply(text string, first int, edits []Edit) (string, bool) {
	offset := func(line, column int) int {
		at := 0
		for ; line > first; line-- {
			n := strings.IndexByte(text[at:], '\n')
			if n < 0 {
				return -1
			}
			at += n + 1
		}
		if at += column - 1; at < 0 || at > len(text) {
			return -1
		}
		return at
	}
	for i := len(edits) - 1; i >= 0; i-- {
		e := edits[i]
		from, to := offset(e.Line, e.Column), offset(e.EndLine, e.EndColumn)
		if from < 0 || to < from || text[from:to] != e.Old {
			return "", false
		}
		text = text[:from] + e.New + text[to:]
	}
	return text, true
}
