// Package shelf keeps values for some time.
package shelf

import (
	"sync"
	"time"
)

type item[V any] struct {
	value V
	until time.Time
}

// Shelf is a shelf.
type Shelf[K ~string, V any] struct {
	mu    sync.Mutex
	items map[K]item[V]
	stay  time.Duration
}

// New returns an empty one.
func New[K ~string, V any](stay time.Duration) *Shelf[K, V] {
	return &Shelf[K, V]{items: make(map[K]item[V]), stay: stay}
}

// Put puts a value there.
func (s *Shelf[K, V]) Put(key K, value V) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items[key] = item[V]{value: value, until: time.Now().Add(s.stay)}
}

// Get finds a value that is not too old.
func (s *Shelf[K, V]) Get(key K) (V, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var zero V
	it, ok := s.items[key]
	if !ok || time.Now().After(it.until) {
		return zero, false
	}
	return it.value, true
}

// Drop removes a value.
func (s *Shelf[K, V]) Drop(key K) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.items, key)
}
