package text

import (
	"cmp"
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// ellipsis marks a text that was cut.
const ellipsis = "..."

// width is the number of terminal columns of a string. Ambiguous characters count as one, whatever the locale says:
// the same report has the same line breaks everywhere.
func width(s string) int { return displaywidth.String(s) }

// wrap breaks a line of printable text at blanks so that no line is wider than limit. Words that are too long by themselves are
// broken behind a separator where they have one (paths, qualified names) and anywhere otherwise.
func wrap(s string, limit int) []string {
	limit = max(limit, 2) // a wide rune needs two columns
	var lines []string
	line := ""
	flush := func() {
		if line != "" {
			lines = append(lines, line)
		}
		line = ""
	}
	for word := range strings.FieldsSeq(s) {
		// The width of a sum is not the sum of the widths: a word may start with a combining mark.
		if both := line + " " + word; line != "" && width(both) <= limit {
			line = both
			continue
		}
		flush()
		for width(word) > limit {
			var head string
			head, word = breakWord(word, limit)
			lines = append(lines, head)
		}
		line = word
	}
	flush()
	return lines
}

// breakWord cuts a word that is wider than limit: behind the last slash that fits, else behind another separator, else at the
// limit. A separator in the first half does not count, since it would leave a nearly empty line.
func breakWord(word string, limit int) (head, tail string) {
	used, end, slash, other := 0, 0, 0, 0
	graphemes := displaywidth.StringGraphemes(word)
	for graphemes.Next() {
		g := graphemes.Value()
		if used += graphemes.Width(); used > limit && end > 0 {
			break
		}
		end += len(g)
		switch {
		case used <= limit/2:
		case g == "/":
			slash = end
		case strings.ContainsAny(g, ".,;:_-)]}=&?"):
			other = end
		}
	}
	cut := cmp.Or(slash, other, end)
	return word[:cut], word[cut:]
}

// clip cuts a text to at most limit columns.
func clip(s string, limit int) string {
	if width(s) <= limit {
		return s
	}
	return displaywidth.TruncateString(s, limit, ellipsis)
}

// pad fills a string with blanks up to n columns.
func pad(s string, n int) string { return s + strings.Repeat(" ", max(n-width(s), 0)) }
