// Package rewrite takes a setting out of a file and leaves everything else as it is: indentation, comments, line ends. The outcome is a unified
// diff. Whatever is not certain is refused, with the reason.
package rewrite

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/internal/deploy/discover"
	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
	"github.com/mcpaudit/mcpaudit/internal/deploy/read"
)

// Remove takes the setting of a pin out of the text of its file and returns the diff. src is the text of p.File.
func Remove(p *fact.Pin, src []byte) (diff string, err error) {
	if p.Fixed != "" {
		return "", errors.New(p.Fixed)
	}
	for _, d := range p.Drop {
		if d.File != p.File {
			return "", errors.New("the setting is spread over several files")
		}
	}
	out, err := edit(p, src)
	if err != nil {
		return "", err
	}
	if err := check(p, src, out); err != nil {
		return "", err
	}
	return unified(p.File, src, out), nil
}

// style says how a kind of file is edited.
type style int

const (
	unknown   style = iota
	indented        // YAML: an entry ends where the indentation does
	directive       // nginx: a directive ends with a semicolon or a block
	single          // HAProxy, Caddy, Compose labels: one line
	braces          // HCL: a line, or a block in braces
)

func styleOf(p *fact.Pin) style {
	ext := path.Ext(strings.ToLower(p.File))
	switch {
	case ext == ".yaml" || ext == ".yml" || ext == ".tpl":
		return indented
	case ext == ".tf" || ext == ".tofu":
		return braces
	case p.Format == "nginx":
		return directive
	case p.Format == "Caddy" || p.Format == "HAProxy":
		return single
	}
	return unknown
}

// edit makes the new text.
func edit(p *fact.Pin, src []byte) ([]byte, error) {
	lines := bytes.SplitAfter(src, []byte("\n"))
	st := styleOf(p)
	if st == unknown {
		return nil, fmt.Errorf("files like %s are not rewritten", path.Base(p.File))
	}
	// An entry of a manifest can go; elsewhere the value that switches the setting off takes its place.
	if p.Off != "" && (p.Format == "Kustomize" || p.Off != "None" || strings.HasPrefix(path.Base(p.File), "values")) {
		return replace(p, lines)
	}
	gone := make([]bool, len(lines))
	for _, d := range p.Drop {
		from := d.Line - 1
		if from < 0 || from >= len(lines) {
			return nil, errors.New("the file has changed")
		}
		to, err := extent(st, lines, from, d.Col-1, p)
		if err != nil {
			return nil, err
		}
		for i := from; i <= to; i++ {
			if bytes.Contains(lines[i], []byte("{{")) && st == indented && (i > from || control(lines[i])) {
				return nil, errors.New("the setting stands among template actions")
			}
			gone[i] = true
		}
	}
	if st == indented {
		dropEmptyParents(lines, gone)
	}
	var out []byte
	for i, l := range lines {
		switch {
		case !gone[i]:
			out = append(out, l...)
		case p.Format == "HAProxy" && bytes.HasPrefix(bytes.TrimSpace(l), []byte("server")):
			out = append(out, withoutCookie(l)...)
		}
	}
	return out, nil
}

func control(line []byte) bool {
	for _, word := range []string{"{{- if", "{{ if", "{{- end", "{{ end", "{{- range", "{{ range", "{{- else", "{{ else", "{{- with", "{{ with"} {
		if bytes.Contains(line, []byte(word)) {
			return true
		}
	}
	return false
}

// replace puts the value that switches the setting off in the place of the one that switches it on.
func replace(p *fact.Pin, lines [][]byte) ([]byte, error) {
	i := p.Line - 1
	if i < 0 || i >= len(lines) {
		return nil, errors.New("the file has changed")
	}
	line := lines[i]
	end := len(bytes.TrimRight(line, "\r\n"))
	sep := bytes.IndexAny(line[:end], ":=")
	if p.Col-1 < end {
		if j := bytes.IndexAny(line[p.Col-1:end], ":="); j >= 0 {
			sep = p.Col - 1 + j
		}
	}
	if sep < 0 || bytes.Contains(line, []byte("{{")) {
		return nil, errors.New("the value is not written on the setting's own line")
	}
	value := line[sep+1 : end]
	start := sep + 1 + len(value) - len(bytes.TrimLeft(value, " \t"))
	stop := end
	if c := bytes.Index(line[start:end], []byte(" #")); c >= 0 {
		stop = start + len(bytes.TrimRight(line[start:start+c], " \t"))
	}
	if start >= stop {
		return nil, errors.New("the value is not written on the setting's own line")
	}
	off := p.Off
	if q := line[start]; (q == '"' || q == '\'') && !strings.ContainsRune(`"'`, rune(off[0])) {
		off = string(q) + off + string(q)
	}
	changed := slices.Concat(line[:start], []byte(off), line[stop:])
	out := slices.Clone(lines)
	out[i] = changed
	return bytes.Join(out, nil), nil
}

// extent is the last line of what begins on a line.
func extent(st style, lines [][]byte, from, col int, p *fact.Pin) (int, error) {
	line := lines[from]
	if len(bytes.TrimSpace(line)) == 0 {
		return 0, errors.New("the file has changed")
	}
	switch st {
	case single:
		if p.Format == "Caddy" && bytes.HasSuffix(bytes.TrimSpace(line), []byte("{")) {
			return closing(lines, from)
		}
		return from, nil
	case directive:
		text := bytes.TrimSpace(line)
		if !bytes.HasSuffix(text, []byte(";")) && bytes.Contains(text, []byte("#")) {
			text = bytes.TrimSpace(text[:bytes.IndexByte(text, '#')])
		}
		if bytes.Count(text, []byte(";")) != 1 || !bytes.HasSuffix(text, []byte(";")) {
			return 0, errors.New("the directive does not stand on a line of its own")
		}
		return from, nil
	case braces:
		if bytes.Count(line, []byte("{")) > bytes.Count(line, []byte("}")) {
			return closing(lines, from)
		}
		return from, nil
	}
	lead := len(line) - len(bytes.TrimLeft(line, " "))
	if lead != col && !bytes.HasPrefix(line[lead:], []byte("- ")) || bytes.HasPrefix(line[lead:], []byte("{")) {
		return 0, errors.New("the setting does not stand on a line of its own")
	}
	if bytes.HasPrefix(line[lead:], []byte("- ")) && lead != col {
		if next := from + 1; next < len(lines) && indent(lines[next]) == col {
			return 0, errors.New("the setting is the first of several in a list entry")
		}
	}
	to := from
	for i := from + 1; i < len(lines); i++ {
		if len(bytes.TrimSpace(lines[i])) == 0 {
			continue
		}
		if indent(lines[i]) <= lead {
			break
		}
		to = i
	}
	return to, nil
}

func indent(line []byte) int { return len(line) - len(bytes.TrimLeft(line, " ")) }

// closing is the line of the brace that closes the block which a line opens.
func closing(lines [][]byte, from int) (int, error) {
	depth := 0
	for i := from; i < len(lines); i++ {
		depth += bytes.Count(lines[i], []byte("{")) - bytes.Count(lines[i], []byte("}"))
		if depth == 0 {
			return i, nil
		}
	}
	return 0, errors.New("the block is not closed")
}

// dropEmptyParents takes out maps that nothing is left of: "annotations:" with its only annotation.
func dropEmptyParents(lines [][]byte, gone []bool) {
	for changed := true; changed; {
		changed = false
		for i := range lines {
			text := bytes.TrimSpace(lines[i])
			if gone[i] || !bytes.HasSuffix(text, []byte(":")) || bytes.HasPrefix(text, []byte("#")) || bytes.HasPrefix(text, []byte("- ")) {
				continue
			}
			had, left := false, false
			for k := i + 1; k < len(lines); k++ {
				if len(bytes.TrimSpace(lines[k])) == 0 {
					continue
				}
				if indent(lines[k]) < indent(lines[i]) || indent(lines[k]) == indent(lines[i]) && !bytes.HasPrefix(bytes.TrimSpace(lines[k]), []byte("- ")) {
					break
				}
				had = had || gone[k]
				left = left || !gone[k]
			}
			if had && !left {
				gone[i], changed = true, true
			}
		}
	}
}

// withoutCookie takes the cookie's value from a server line of HAProxy.
func withoutCookie(line []byte) []byte {
	words := strings.SplitAfter(string(line), " ")
	var out strings.Builder
	for i := 0; i < len(words); i++ {
		if strings.TrimSpace(words[i]) == "cookie" && i+1 < len(words) {
			i++
			if strings.HasSuffix(words[i], "\n") {
				s := strings.TrimRight(out.String(), " ")
				out.Reset()
				out.WriteString(s + "\n")
			}
			continue
		}
		out.WriteString(words[i])
	}
	return []byte(out.String())
}

// check reads the new text and makes sure that the setting is gone and that nothing else is. Templates of a chart cannot be read by themselves.
func check(p *fact.Pin, before, after []byte) error {
	if bytes.Equal(before, after) {
		return errors.New("there is nothing to take out")
	}
	if bytes.Contains(after, []byte("{{")) || strings.HasPrefix(path.Base(p.File), "values") {
		return nil
	}
	format, sniff := discover.ByName(path.Base(p.File))
	if sniff != nil {
		if f := sniff(before); f != discover.None {
			format = f
		}
	}
	r := &read.Reader{}
	old := r.File(discover.File{Path: p.File, Name: p.File, Format: format, Src: before})
	now := r.File(discover.File{Path: p.File, Name: p.File, Format: format, Src: after})
	if len(now.Problems) > len(old.Problems) {
		return errors.New("the file would no longer be valid")
	}
	if len(now.Pins) >= len(old.Pins) || len(now.Workloads) != len(old.Workloads) || len(now.Services) != len(old.Services) {
		return errors.New("the change would not do what it should")
	}
	return nil
}
