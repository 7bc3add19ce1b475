package markdown

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/mcpaudit/mcpaudit/report"
)

// maxText is how many characters of one text are shown.
const maxText = 600

// text makes a text of the audited code plain: no markup, no HTML, no mention of a user or an issue, one line.
func text(s string) string {
	var b strings.Builder
	for _, r := range clip(report.Printable(s), maxText) {
		switch r {
		case '\\', '`', '*', '_', '[', ']', '<', '>', '#', '|', '~', '$', '&':
			b.WriteByte('\\')
			b.WriteRune(r)
		case '@':
			// A mention needs the sign and the name side by side; an entity is no mention.
			b.WriteString("&#64;")
		default:
			b.WriteRune(r)
		}
	}
	// Addresses become links by themselves.
	out := b.String()
	for _, scheme := range []string{"http://", "https://", "ftp://", "mailto:"} {
		out = strings.ReplaceAll(out, scheme, strings.Replace(scheme, ":", "&#58;", 1))
	}
	return strings.ReplaceAll(out, "www.", "www&#46;")
}

// code makes a text a code span. In a table a bar would end the cell even there.
func code(s string) string {
	s = clip(report.Printable(s), maxText)
	if s == "" {
		return ""
	}
	if strings.ContainsAny(s, "`|") {
		// HTML is the only form that has no characters of its own inside a table.
		return "<code>" + html(s) + "</code>"
	}
	return "`" + s + "`"
}

// html makes a text plain inside an HTML element of Markdown, where markup is read as well.
func html(s string) string {
	var b strings.Builder
	for _, r := range clip(report.Printable(s), maxText) {
		switch {
		case r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', strings.ContainsRune(" .,;-/()%?", r), r > 0x7f:
			b.WriteRune(r)
		default:
			b.WriteString("&#" + strconv.Itoa(int(r)) + ";")
		}
	}
	return b.String()
}

// link returns an address that is safe to follow and safe inside the brackets of a link, or "".
func link(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return ""
	}
	return strings.NewReplacer("(", "%28", ")", "%29", "|", "%7C", "<", "%3C", ">", "%3E", " ", "%20", "\\", "%5C").Replace(u.String())
}

// fence makes a block of code whose fence is longer than any run of backticks inside.
func fence(language, s string) string {
	longest, run := 2, 0
	for _, r := range s {
		if r != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	marks := strings.Repeat("`", longest+1)
	return marks + language + "\n" + strings.TrimRight(s, "\n") + "\n" + marks + "\n"
}

func clip(s string, limit int) string {
	if runes := []rune(s); len(runes) > limit {
		return string(runes[:limit-1]) + "…"
	}
	return s
}
