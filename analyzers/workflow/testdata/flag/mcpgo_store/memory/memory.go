// Package memory keeps notes in memory.
package memory

import "sync"

// Store is a set of notes.
type Store struct {
	m sync.Map // want "^high sure memory.Store.m: what one call stores here"
}

// New makes an empty store.
func New() *Store { return &Store{} }

// Save keeps a note.
func (s *Store) Save(name, text string) { s.m.Store(name, text) }

// Load finds a note.
func (s *Store) Load(name string) (string, bool) {
	v, ok := s.m.Load(name)
	if !ok {
		return "", false
	}
	return v.(string), true
}
