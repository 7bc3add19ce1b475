// A library whose functions are given the session: one adds an entry, another answers from it.
package lists

import "sync"

type place struct{ session, backend string }

type tools struct {
	mu sync.Mutex
	m  map[place][]string // want "^high likely lists.tools.m: entries are keyed by the protocol session"
}

func (t *tools) Login(session, backend string, names []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.m[place{session, backend}] = names
}

func (t *tools) List(session, backend string) []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.m[place{session, backend}]
}
