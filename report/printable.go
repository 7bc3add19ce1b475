package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxMarks is how many combining marks one character may carry: enough for every script, too few to paint over other lines.
const maxMarks = 4

// Printable makes a string of the audited code safe to show on one line: white space becomes a blank, and whatever could move
// the cursor, change colours, reverse the writing direction or hide text (control and format characters, invalid UTF-8,
// stacks of combining marks) is spelled out as an escape.
func Printable(s string) string {
	clean := true
	for i := 0; i < len(s) && clean; i++ {
		clean = s[i] >= ' ' && s[i] < utf8.RuneSelf && s[i] != 0x7f
	}
	if clean {
		return s
	}
	var b strings.Builder
	marks := 0
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		marks++
		if !unicode.Is(unicode.M, r) {
			marks = 0
		}
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case marks > maxMarks:
			escape(&b, r)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case unicode.IsSpace(r) && r != 0x85 && r != 0x2028 && r != 0x2029:
			b.WriteByte(' ')
		default:
			escape(&b, r)
		}
		i += size
	}
	return b.String()
}

func escape(b *strings.Builder, r rune) {
	switch {
	case r < 0x80:
		fmt.Fprintf(b, `\x%02x`, r)
	case r < 0x10000:
		fmt.Fprintf(b, `\u%04x`, r)
	default:
		fmt.Fprintf(b, `\U%08x`, r)
	}
}

// InertJSON escapes in a JSON text the characters that a terminal may obey and that encoding/json leaves alone. They can only stand inside strings.
func InertJSON(data []byte) []byte {
	var out bytes.Buffer
	for _, r := range string(data) {
		switch {
		case r == '\n' || !unicode.Is(unicode.C, r) && r != 0x7f && r != 0x2028 && r != 0x2029:
			out.WriteRune(r)
		case r < 0x10000:
			fmt.Fprintf(&out, `\u%04x`, r)
		default:
			fmt.Fprintf(&out, `\u%04x\u%04x`, 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
		}
	}
	return out.Bytes()
}

// WriteJSON writes a value as indented JSON that no terminal obeys. Equal values give equal bytes.
func WriteJSON(w io.Writer, v any) error {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(InertJSON(buf.Bytes()))
	return err
}
