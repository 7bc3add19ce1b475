package handles

import (
	"context"
	"time"
)

// A SyncMap is to sync.Map what a Map is to a map: the methods that it has in a call are those of sync.Map, and take and return any. Keys
// are of type K and values of type V; others panic.
//
//	sessions: handles.NewSyncMap[string, *Session]("shop.sessions", 24*time.Hour)
//
//	v, ok := s.sessions.In(ctx).Load(id)
type SyncMap[K comparable, V any] struct{ m *Map[K, V] }

// NewSyncMap returns a map, as NewMap does.
func NewSyncMap[K comparable, V any](name string, ttl time.Duration) *SyncMap[K, V] {
	return &SyncMap[K, V]{NewMap[K, V](name, ttl)}
}

// In is the map as the call that ctx belongs to sees it.
func (m *SyncMap[K, V]) In(ctx context.Context) SyncView[K, V] {
	if m == nil {
		return SyncView[K, V]{(*Map[K, V])(nil).In(ctx)}
	}
	return SyncView[K, V]{m.m.In(ctx)}
}

// A SyncView is a SyncMap as one call sees it. A call sees no change of another one before it is stored, so that what two calls do at once
// is told apart when they end: the second one fails with ErrBusy. Only what LoadAndDelete takes is gone at once.
type SyncView[K comparable, V any] struct{ v View[K, V] }

// Load returns the value under a key, nil if there is none.
func (v SyncView[K, V]) Load(key any) (value any, ok bool) {
	if got, ok := v.v.Lookup(key.(K)); ok {
		return got, true
	}
	return nil, false
}

// Store sets the value under a key.
func (v SyncView[K, V]) Store(key, value any) { v.v.Set(key.(K), value.(V)) }

// LoadOrStore returns the value under a key if there is one, and otherwise sets it.
func (v SyncView[K, V]) LoadOrStore(key, value any) (actual any, loaded bool) {
	if old, ok := v.Load(key); ok {
		return old, true
	}
	v.Store(key, value)
	return value, false
}

// LoadAndDelete deletes what is under a key, and returns it: of several calls at the same time, one gets it.
func (v SyncView[K, V]) LoadAndDelete(key any) (value any, loaded bool) {
	if got, ok := v.v.Take(key.(K)); ok {
		return got, true
	}
	return nil, false
}

// Delete deletes what is under a key.
func (v SyncView[K, V]) Delete(key any) { v.v.Delete(key.(K)) }

// Swap sets the value under a key, and returns what was there.
func (v SyncView[K, V]) Swap(key, value any) (previous any, loaded bool) {
	previous, loaded = v.Load(key)
	v.Store(key, value)
	return previous, loaded
}

// Range calls a function for the values, until it returns false.
func (v SyncView[K, V]) Range(f func(key, value any) bool) {
	for key, value := range v.v.All() {
		if !f(key, value) {
			return
		}
	}
}
