package handles

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"
)

// Memory is a store for tests and for servers that are one process: nothing of it outlives the process.
type Memory struct {
	mu      sync.Mutex
	records map[[2]string]Record
	results map[[3]string]Result
	spent   map[string]time.Time
}

// NewMemory returns an empty store.
func NewMemory() *Memory {
	return &Memory{records: map[[2]string]Record{}, results: map[[3]string]Result{}, spent: map[string]time.Time{}}
}

var _ Store = (*Memory)(nil)

func (r Record) key() [2]string { return [2]string{r.Principal, r.Handle} }
func (r Result) key() [3]string { return [3]string{r.Principal, r.Scope, r.Key} }

func (r Record) live(at time.Time) bool { return !r.Revoked && at.Before(r.Expires) }

// Insert implements Store.
func (m *Memory) Insert(_ context.Context, r Record, at time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if old, ok := m.records[r.key()]; ok && old.live(at) {
		return ErrExists
	}
	r.Version, r.Payload = m.records[r.key()].Version+1, slices.Clone(r.Payload)
	m.records[r.key()] = r
	return nil
}

// Load implements Store.
func (m *Memory) Load(_ context.Context, principal, handle string, at time.Time) (Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, ok := m.records[[2]string{principal, handle}]
	if !ok || !r.live(at) {
		return Record{}, ErrUnknown
	}
	r.Payload = slices.Clone(r.Payload)
	return r, nil
}

// Save implements Store.
func (m *Memory) Save(_ context.Context, r Record, done *Result, at time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if old, ok := m.records[r.key()]; !ok || old.Version != r.Version {
		return ErrConflict
	}
	if done != nil {
		if old, ok := m.results[done.key()]; ok && at.Before(old.Expires) {
			return ErrConflict
		}
		d := *done
		d.Body = slices.Clone(d.Body)
		m.results[d.key()] = d
	}
	r.Version++
	r.Payload = slices.Clone(r.Payload)
	m.records[r.key()] = r
	return nil
}

// List implements Store.
func (m *Memory) List(_ context.Context, principal, kind string, at time.Time) ([]Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []Record
	for _, r := range m.records {
		if r.Principal == principal && r.Kind == kind && r.live(at) {
			r.Payload = slices.Clone(r.Payload)
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b Record) int { return cmp.Or(a.Expires.Compare(b.Expires), cmp.Compare(a.Handle, b.Handle)) })
	return out, nil
}

// Sweep implements Store.
func (m *Memory) Sweep(_ context.Context, at time.Time) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := 0
	for k, r := range m.records {
		if !at.Before(r.Expires) {
			delete(m.records, k)
			n++
		}
	}
	for k, r := range m.results {
		if !at.Before(r.Expires) {
			delete(m.results, k)
		}
	}
	for id, expires := range m.spent {
		if !at.Before(expires) {
			delete(m.spent, id)
		}
	}
	return n, nil
}

// Claim implements Store.
func (m *Memory) Claim(_ context.Context, r Result, at time.Time) (Result, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	old, ok := m.results[r.key()]
	switch {
	case ok && old.Running && old.Token == r.Token, !ok, !at.Before(old.Expires):
		m.results[r.key()] = r
		return Result{}, true, nil
	}
	return old, false, nil
}

// Recorded implements Store.
func (m *Memory) Recorded(_ context.Context, principal, scope, key string, at time.Time) (Result, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, ok := m.results[[3]string{principal, scope, key}]
	if !ok || !at.Before(r.Expires) {
		return Result{}, ErrUnknown
	}
	return r, nil
}

// Finish implements Store.
func (m *Memory) Finish(_ context.Context, r Result) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if old, ok := m.results[r.key()]; !ok || !old.Running || old.Token != r.Token {
		return ErrConflict
	}
	r.Body = slices.Clone(r.Body)
	m.results[r.key()] = r
	return nil
}

// Release implements Store.
func (m *Memory) Release(_ context.Context, r Result) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if old, ok := m.results[r.key()]; ok && old.Running && old.Token == r.Token {
		delete(m.results, r.key())
	}
	return nil
}

// Spend implements Store.
func (m *Memory) Spend(_ context.Context, id string, expires, at time.Time) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if old, ok := m.spent[id]; ok && at.Before(old) {
		return false, nil
	}
	m.spent[id] = expires
	return true, nil
}

// Close implements Store.
func (m *Memory) Close() error { return nil }
