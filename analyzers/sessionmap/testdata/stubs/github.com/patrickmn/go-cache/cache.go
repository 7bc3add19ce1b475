// Package cache declares what the tests use of the library.
package cache

import "time"

const DefaultExpiration time.Duration = 0

type Cache struct{ *cache }

type cache struct{}

func New(defaultExpiration, cleanupInterval time.Duration) *Cache { return nil }

func (c *cache) Set(k string, x any, d time.Duration) {}
func (c *cache) Get(k string) (any, bool)             { return nil, false }
func (c *cache) Delete(k string)                      {}
