// Package near finds the word that a misspelt one was meant to be.
package near

import "strings"

// Word returns the candidate with the fewest typing errors, or "" if all are
// further away than a third of the word, or than two errors in a short one.
func Word(word string, candidates []string) string {
	word = strings.ToLower(word)
	best, limit := "", max(len(word)/3, 2)
	for _, c := range candidates {
		if d := distance(word, strings.ToLower(c)); d <= limit && d < len(c) {
			best, limit = c, d-1
		}
	}
	return best
}

// distance counts the insertions, deletions, replacements and swaps of
// neighbours that turn a into b.
func distance(a, b string) int {
	before, last := []int(nil), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
