package rewrite

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// contextLines is how many unchanged lines surround a change.
const contextLines = 3

// secret is what a line must not hold that is shown for context only.
var secret = regexp.MustCompile(`(?i)pass|secret|token|key|auth|credential|bearer|private|://[^/\s]*@`)

// unified compares two texts that differ in few lines. Context stops before lines that may hold a secret.
func unified(name string, before, after []byte) string {
	a, b := split(before), split(after)
	type change struct{ from, to, at, until int } // a[from:to] becomes b[at:until]
	var changes []change
	for i, j := 0, 0; i < len(a) || j < len(b); {
		if i < len(a) && j < len(b) && a[i] == b[j] {
			i, j = i+1, j+1
			continue
		}
		c := change{from: i, at: j}
		i, j = resync(a, b, i, j)
		c.to, c.until = i, j
		changes = append(changes, c)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "--- a/%s\n+++ b/%s\n", name, name)
	for k := 0; k < len(changes); {
		last := k
		for last+1 < len(changes) && changes[last+1].from-changes[last].to <= 2*contextLines && !anySecret(a[changes[last].to:changes[last+1].from]) {
			last++
		}
		first, end := changes[k], changes[last]
		lead, tail := 0, 0
		for lead < contextLines && first.from-lead-1 >= 0 && !secret.MatchString(a[first.from-lead-1]) {
			lead++
		}
		for tail < contextLines && end.to+tail < len(a) && !secret.MatchString(a[end.to+tail]) {
			tail++
		}
		var body strings.Builder
		put := func(mark string, lines []string) {
			for _, l := range lines {
				body.WriteString(mark + strings.TrimSuffix(l, "\n") + "\n")
				if !strings.HasSuffix(l, "\n") {
					body.WriteString("\\ No newline at end of file\n")
				}
			}
		}
		put(" ", a[first.from-lead:first.from])
		for c := k; c <= last; c++ {
			put("-", a[changes[c].from:changes[c].to])
			put("+", b[changes[c].at:changes[c].until])
			if c < last {
				put(" ", a[changes[c].to:changes[c+1].from])
			}
		}
		put(" ", a[end.to:end.to+tail])
		fmt.Fprintf(&out, "@@ -%s +%s @@\n", span(first.from-lead, end.to+tail), span(first.at-lead, end.until+tail))
		out.WriteString(body.String())
		k = last + 1
	}
	return out.String()
}

func anySecret(lines []string) bool { return slices.ContainsFunc(lines, secret.MatchString) }

// span is a range of lines as diffs write it.
func span(from, to int) string {
	if from == to {
		return fmt.Sprintf("%d,0", from)
	}
	return fmt.Sprintf("%d,%d", from+1, to-from)
}

// resync finds where two texts agree again. Rewrites delete lines or change one.
func resync(a, b []string, i, j int) (int, int) {
	for d := 1; i+d <= len(a) || j+d <= len(b); d++ {
		for k := 0; k <= d; k++ {
			x, y := i+d, j+k
			if x <= len(a) && y <= len(b) && same(a, b, x, y) {
				return x, y
			}
		}
	}
	return len(a), len(b)
}

func same(a, b []string, x, y int) bool {
	if x == len(a) || y == len(b) {
		return x == len(a) && y == len(b)
	}
	return a[x] == b[y]
}

func split(src []byte) []string {
	var out []string
	for _, l := range bytes.SplitAfter(src, []byte("\n")) {
		if len(l) > 0 {
			out = append(out, string(l))
		}
	}
	return out
}
