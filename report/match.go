package report

import "strings"

// match pairs what was known with findings of today: old[i] is found again as findings[pairs[i]], or gone if pairs[i] is negative.
//
// Most pairs have the same fingerprint. The others are found by what stays when code is worked on: the object, when another rule leads its
// card now; and the name within the package, when the package was moved or renamed. The latter counts only if one finding and
// one entry are left that could be meant.
func match(old []BaselineEntry, findings []Finding) (pairs []int) {
	pairs = make([]int, len(old))
	taken := make([]bool, len(findings))
	for i := range pairs {
		pairs[i] = -1
	}
	join := func(unique bool, keyOld func(*BaselineEntry) string, keyNew func(*Finding) string) {
		candidates := map[string][]int{}
		for j := range findings {
			if key := keyNew(&findings[j]); !taken[j] && key != "" {
				candidates[key] = append(candidates[key], j)
			}
		}
		rivals := map[string]int{}
		for i := range old {
			if pairs[i] < 0 {
				rivals[keyOld(&old[i])]++
			}
		}
		for i := range old {
			if pairs[i] >= 0 {
				continue
			}
			key := keyOld(&old[i])
			if list := candidates[key]; len(list) > 0 && (!unique || len(list) == 1 && rivals[key] == 1) {
				pairs[i], taken[list[0]] = list[0], true
				candidates[key] = list[1:]
			}
		}
	}
	join(false, func(e *BaselineEntry) string { return e.Fingerprint }, func(f *Finding) string { return f.Fingerprint })
	join(false, func(e *BaselineEntry) string { return objectKey(e.Rule, e.Package, e.Object, e.Role) },
		func(f *Finding) string { return objectKey(f.Rule, f.Package, f.Object, f.Role) })
	join(true, func(e *BaselineEntry) string { return movedKey(e.Rule, e.Object, e.Role) },
		func(f *Finding) string { return movedKey(f.Rule, f.Object, f.Role) })
	return pairs
}

// objectKey names an object whatever rule leads its card. A tool is no object: each rule has a card of its own for it.
func objectKey(rule, pkg, object, role string) string {
	if object == "" {
		return ""
	}
	f := Finding{Object: object}
	if f.Tool() == "" {
		rule = ""
	}
	return strings.Join([]string{rule, pkg, unnumbered(object), role}, "\x00")
}

// movedKey names an object whatever package it stands in.
func movedKey(rule, object, role string) string {
	f := Finding{Object: object}
	if f.Tool() == "" {
		_, object, _ = strings.Cut(object, ".")
	}
	if object == "" {
		return ""
	}
	return strings.Join([]string{rule, unnumbered(object), role}, "\x00")
}
