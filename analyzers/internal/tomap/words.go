package tomap

import (
	"go/types"
	"strings"
	"unicode"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/edit"
)

// word makes a word for one entry of a map, out of its name, or else out of what
// its entries are called.
func word(name string, elem types.Type) string {
	if name = bare(name); name != "" {
		return edit.Singular(name)
	}
	if ptr, ok := types.Unalias(elem).(*types.Pointer); ok {
		elem = ptr.Elem()
	}
	if n, ok := types.Unalias(elem).(*types.Named); ok {
		for i := range n.TypeArgs().Len() { // item[Basket]
			if inner := word("", n.TypeArgs().At(i)); inner != "entry" {
				return inner
			}
		}
		if name = bare(n.Obj().Name()); name != "" {
			return edit.Singular(name)
		}
	}
	return "entry"
}

// bare is a name without what says how it is kept, and for whom.
func bare(name string) string {
	for cut := true; cut; {
		cut = false
		for _, w := range []string{"BySessionID", "BySession", "PerSession", "SessionID", "Sessions", "Session", "Entries", "Entry", "Cache", "States", "State", "Data", "Info", "Store", "Map", "Values"} {
			short := strings.TrimSuffix(name, w)
			if low := strings.ToLower(w[:1]) + w[1:]; short == name && (name == low || strings.HasPrefix(name, low) && unicode.IsUpper(rune(name[len(low)]))) {
				short = name[len(low):]
			}
			if short != name {
				name, cut = short, true
			}
		}
	}
	notASCII := func(r rune) bool { return r > unicode.MaxASCII }
	if len(name) < 3 || name == "items" || strings.ContainsFunc(name, notASCII) { // clients refuse arguments with other names
		return ""
	}
	return name
}

// snake writes a word as arguments are written: basketItem becomes basket_item.
func snake(word string) string {
	var b strings.Builder
	for i, r := range word {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
