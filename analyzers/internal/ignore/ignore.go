// Package ignore decides which findings comments set aside, and finds the
// comments that have nothing to set aside.
package ignore

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcpaudit/mcpaudit/analyzers/internal/effects"
	"github.com/mcpaudit/mcpaudit/internal/near"
)

// Set holds the comments of some packages.
type Set struct{ uses []*Use }

// Use is one comment and what it has set aside so far.
type Use struct {
	*effects.Ignore
	Package *effects.Package
	used    map[string]bool
}

// New collects the comments of packages.
func New(pkgs []*effects.Package) *Set {
	s := new(Set)
	for _, p := range pkgs {
		for i := range p.Ignores {
			s.uses = append(s.uses, &Use{Ignore: &p.Ignores[i], Package: p, used: map[string]bool{}})
		}
	}
	return s
}

// Match returns the comment that sets aside a finding of a rule, or nil.
func (s *Set) Match(rule string, site effects.Pos) *effects.Ignore {
	var first *effects.Ignore
	for _, u := range s.uses {
		if u.Covers(site) && slices.Contains(u.Rules, rule) {
			u.used[rule] = true
			if first == nil {
				first = u.Ignore
			}
		}
	}
	return first
}

// Trouble is a comment that does not do what somebody meant it to do.
type Trouble struct {
	*Use
	Message string
	Unused  bool // well-formed, but there is nothing to set aside
}

// Troubles lists the comments that are malformed, that name a rule which does
// not exist, or that have set nothing aside although the rule ran.
func (s *Set) Troubles(known []string, ran func(rule string) bool) []Trouble {
	var out []Trouble
	for _, u := range s.uses {
		if u.Bad != "" {
			out = append(out, Trouble{Use: u, Message: "the comment " + u.Bad})
			continue
		}
		var idle []string
		for _, name := range u.Rules {
			switch {
			case !slices.Contains(known, name):
				msg := fmt.Sprintf("the comment names the rule %q, which does not exist", name)
				if word := near.Word(name, known); word != "" {
					msg += ": did you mean " + word + "?"
				}
				out = append(out, Trouble{Use: u, Message: msg})
			case ran(name) && !u.used[name]:
				idle = append(idle, name)
			}
		}
		if len(idle) > 0 {
			out = append(out, Trouble{Use: u, Message: "there is nothing to ignore of " + strings.Join(idle, ", ") + ": delete the comment or the name", Unused: true})
		}
	}
	return out
}
