// Package lru declares what the tests use of the library.
package lru

type Cache[K comparable, V any] struct{}

func New[K comparable, V any](size int) (*Cache[K, V], error) { return nil, nil }

func (c *Cache[K, V]) Add(key K, value V) (evicted bool) { return false }
func (c *Cache[K, V]) Get(key K) (value V, ok bool)      { return }
func (c *Cache[K, V]) Remove(key K) (present bool)       { return false }
