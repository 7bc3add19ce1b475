package writes

import (
	"fmt"
	"strings"
)

func (k Kind) String() string {
	return [...]string{"api", "http", "sql", "file", "process", "memory", "push", "forward"}[k]
}

func (w Word) String() string {
	return [...]string{"-", "read", "set", "delete", "write", "again"}[w]
}

// Describe is for tests and diagnostics.
func Describe(t *Tool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s name=%s desc=%s %.60q", t.Name, t.Word, t.Desc, t.Def.Desc)
	if j := t.Judge(); j.Again {
		fmt.Fprintf(&b, " AGAIN sure=%v", j.Sure)
	}
	if t.Keyed != "" {
		fmt.Fprintf(&b, " keyed=%s", t.Keyed)
	}
	for i, e := range t.Effects {
		if i > 8 {
			fmt.Fprintf(&b, "\n    … %d more", len(t.Effects)-i)
			break
		}
		fmt.Fprintf(&b, "\n    %s %s d%d hard=%v stake=%s arg=%v %s %s", e.Word, e.Kind, e.frame.depth, e.Hard, e.Stake, e.Arg, e.What, e.Pos())
	}
	return b.String()
}
