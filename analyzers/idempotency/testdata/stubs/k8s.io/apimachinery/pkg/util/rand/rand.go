// Package rand stands in for random suffixes.
package rand

func String(n int) string { return "abcdefgh"[:n] }
