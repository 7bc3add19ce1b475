package facts

import (
	"go/token"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/analyzers/internal/ignore"
)

// Trouble is a comment of the package that does not do what somebody meant it
// to do.
type Trouble struct {
	At      token.Pos
	Message string
}

// Troubles lists the comments of the package that are malformed or name rules
// that do not exist, and, in a program, those that set nothing aside: of a
// library only its importers know.
func (s *Summarised) Troubles() []Trouble {
	if s.own == nil || !s.own.Main {
		return nil
	}
	set, judged := s.ignores, s.ignores != nil
	if !judged {
		set = ignore.New([]*effects.Package{s.own})
	}
	var names []string
	for _, r := range rules {
		names = append(names, r.Name)
	}
	ran := func(string) bool { return judged && s.own.Name == "main" }
	var out []Trouble
	for _, t := range set.Troubles(names, ran) {
		if t.Package == s.own {
			out = append(out, Trouble{s.Pos(t.Pos), t.Message})
		}
	}
	return out
}
