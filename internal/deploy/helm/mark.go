package helm

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/mcpaudit/mcpaudit/internal/deploy/fact"
)

// Marks follow the lines of a template through its execution. Behind the text of every line of a template goes one rune of Unicode's private
// planes, which names the file and the line; whatever the template does with the text, the rune stays behind it. Afterwards the runes
// are taken out again. Text whose use depends on its length or its bytes (a checksum, a cut) comes out differently with marks, so a
// chart is rendered twice and only lines that agree keep their origin.
type marks struct {
	places []fact.Pos
}

const (
	firstMark = 0xF0000
	lastMark  = 0x10FFFD
)

// add puts marks into a template.
func (m *marks) add(f File) string {
	var b strings.Builder
	src := f.Src
	line := 1
	for len(src) > 0 {
		open := bytes.Index(src, []byte("{{"))
		text := src
		if open >= 0 {
			text = src[:open]
		}
		line = m.text(&b, text, f.Shown, line)
		if open < 0 {
			break
		}
		action := src[open:]
		end := actionEnd(action)
		b.Write(action[:end])
		line += bytes.Count(action[:end], []byte("\n"))
		src = action[end:]
	}
	return b.String()
}

// text copies text between actions, with a mark behind the last visible rune of every line.
func (m *marks) text(b *strings.Builder, text []byte, file string, line int) int {
	for {
		nl := bytes.IndexByte(text, '\n')
		part := text
		if nl >= 0 {
			part = text[:nl]
		}
		visible := bytes.TrimRight(part, " \t\r")
		b.Write(visible)
		if len(bytes.TrimSpace(visible)) > 0 && firstMark+len(m.places) <= lastMark {
			b.WriteRune(rune(firstMark + len(m.places)))
			m.places = append(m.places, fact.Pos{File: file, Line: line, Col: 1})
		}
		b.Write(part[len(visible):])
		if nl < 0 {
			return line
		}
		b.WriteByte('\n')
		text, line = text[nl+1:], line+1
	}
}

// actionEnd is the length of the action that a text begins with.
func actionEnd(s []byte) int {
	body := bytes.TrimLeft(bytes.TrimPrefix(s[2:], []byte("-")), " \t\r\n")
	if bytes.HasPrefix(body, []byte("/*")) {
		if i := bytes.Index(s, []byte("*/")); i >= 0 {
			if j := bytes.Index(s[i:], []byte("}}")); j >= 0 {
				return i + j + 2
			}
		}
		return len(s)
	}
	for i := 2; i < len(s); i++ {
		switch s[i] {
		case '"', '`', '\'':
			quote := s[i]
			for i++; i < len(s) && s[i] != quote; i++ {
				if s[i] == '\\' && quote != '`' {
					i++
				}
			}
		case '}':
			if i+1 < len(s) && s[i+1] == '}' {
				return i + 2
			}
		}
	}
	return len(s)
}

// take takes the marks out of a line and returns the place of the last one that differs from the line's helpers: the first mark wins, since
// it stands nearest to the key.
func (m *marks) take(line string) (clean string, at fact.Pos) {
	if !strings.ContainsFunc(line, isMark) {
		return line, fact.Pos{}
	}
	var b strings.Builder
	for _, r := range line {
		if !isMark(r) {
			b.WriteRune(r)
			continue
		}
		if i := int(r) - firstMark; at.Line == 0 && i < len(m.places) {
			at = m.places[i]
		}
	}
	return b.String(), at
}

func isMark(r rune) bool { return r >= firstMark && r <= lastMark && r != utf8.RuneError }

// origins tells for each line of a rendered text where it comes from.
func (m *marks) origins(plain, marked string) []fact.Pos {
	want, have := strings.Split(plain, "\n"), strings.Split(marked, "\n")
	out := make([]fact.Pos, len(want))
	if len(want) != len(have) {
		return out
	}
	for i := range want {
		if clean, at := m.take(have[i]); clean == want[i] {
			out[i] = at
		}
	}
	return out
}
