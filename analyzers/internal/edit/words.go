package edit

import (
	"slices"
	"strings"
	"unicode"
)

// Singular makes a word for one entry out of the name of a map: boxes becomes
// box, openOrdersMap openOrder.
func Singular(name string) string {
	name = strings.TrimSuffix(name, "Map")
	if cut, ok := strings.CutSuffix(name, "ies"); ok {
		name = cut + "y"
	} else if slices.ContainsFunc([]string{"xes", "sses", "ches", "shes"}, func(end string) bool { return strings.HasSuffix(name, end) }) {
		name = strings.TrimSuffix(name, "es")
	} else if !strings.HasSuffix(name, "ss") {
		name = strings.TrimSuffix(name, "s")
	}
	if name == "" {
		return "entry"
	}
	r := []rune(name)
	r[0] = unicode.ToLower(r[0])
	return string(r)
}
