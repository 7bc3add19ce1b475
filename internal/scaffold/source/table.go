package handles

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"
)

// A Table keeps values under names for whoever asks, in all replicas alike: what a login leaves for its callback, say. It needs no call and
// no context, and each operation takes effect at once.
//
//	states: handles.NewTable[string, loginState]("shop.states", 720*time.Hour)
//
//	s.states.Set(state, loginState{Verifier: verifier})
//	login, ok := s.states.Take(state)
//
// K and V are as in a Map. Lookup and All return copies: what is changed in them is not stored. Nothing keeps callers apart but what the
// names are: make these hard to guess. Under go test, and as long as HANDLES_STORE is not set, values are in memory, and not copied.
//
// A map in memory cannot fail, so that code which uses one has no answer to that. If the store fails, it is logged, and the value is not
// there.
type Table[K comparable, V any] struct {
	name string
	ttl  time.Duration

	mu    sync.Mutex
	local map[K]V
}

// everyone is the principal of what belongs to no caller.
const everyone = "*"

// NewTable returns a table. Its name tells it from the other tables and Maps in the store; replicas agree on it. A value is kept for the
// given time after it was set.
func NewTable[K comparable, V any](name string, ttl time.Duration) *Table[K, V] {
	_ = textOf(*new(K)) // panics now rather than in a call
	return &Table[K, V]{name: name, ttl: ttl, local: map[K]V{}}
}

// store is where the values are, nil for memory.
func (t *Table[K, V]) store() Store {
	if os.Getenv(StoreEnv) == "" {
		return nil
	}
	s, err := Default()
	if err != nil {
		t.failed(err)
		return brokenTable{}
	}
	return s
}

// brokenTable stands for a store that could not be opened.
type brokenTable struct{ Store }

func (t *Table[K, V]) failed(err error) {
	slog.Error("handles: the store fails", "table", t.name, "error", err)
}

// patience is how long an operation waits for the store.
const patience = 10 * time.Second

func (t *Table[K, V]) handle(key K) string { return t.name + "/" + textOf(key) }

// Lookup is v, ok := m[key].
func (t *Table[K, V]) Lookup(key K) (value V, ok bool) {
	s := t.store()
	if s == nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		value, ok = t.local[key]
		return value, ok
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	r, ok := t.load(ctx, s, key)
	return t.value(r, ok)
}

// Get is m[key].
func (t *Table[K, V]) Get(key K) V {
	value, _ := t.Lookup(key)
	return value
}

// Set is m[key] = value. Of two at once, one is lost.
func (t *Table[K, V]) Set(key K, value V) {
	s := t.store()
	if s == nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.local[key] = value
		return
	}
	payload, err := json.Marshal(value)
	if err == nil {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		err = t.put(ctx, s, Record{Principal: everyone, Handle: t.handle(key), Kind: t.name, Payload: payload})
	}
	if err != nil {
		t.failed(err)
	}
}

// put stores a record, over what is there.
func (t *Table[K, V]) put(ctx context.Context, s Store, r Record) error {
	if _, broken := s.(brokenTable); broken {
		return nil // it was logged
	}
	for {
		at := now()
		r.Expires, r.Version = at.Add(t.ttl), 0
		err := s.Insert(ctx, r, at)
		if !errors.Is(err, ErrExists) {
			return err
		}
		have, err := s.Load(ctx, r.Principal, r.Handle, at)
		if errors.Is(err, ErrUnknown) {
			continue // it has gone in the meantime
		}
		if err != nil {
			return err
		}
		r.Version = have.Version
		if err = s.Save(ctx, r, nil, at); !errors.Is(err, ErrConflict) {
			return err
		}
	}
}

// Delete is delete(m, key).
func (t *Table[K, V]) Delete(key K) { t.Take(key) }

// Take is Lookup and Delete in one: of several at once, one gets the value.
func (t *Table[K, V]) Take(key K) (value V, ok bool) {
	s := t.store()
	if s == nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		value, ok = t.local[key]
		delete(t.local, key)
		return value, ok
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for {
		r, ok := t.load(ctx, s, key)
		if !ok {
			return value, false
		}
		gone := r
		gone.Revoked, gone.Payload = true, []byte("null")
		err := s.Save(ctx, gone, nil, now())
		if errors.Is(err, ErrConflict) {
			continue // another one has changed or taken it
		}
		if err != nil {
			t.failed(err)
			return value, false
		}
		return t.value(r, true)
	}
}

// All is a copy of the table, to range over.
func (t *Table[K, V]) All() map[K]V {
	all := map[K]V{}
	s := t.store()
	if s == nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		for key, value := range t.local {
			all[key] = value
		}
		return all
	}
	if _, broken := s.(brokenTable); broken {
		return all
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	records, err := s.List(ctx, everyone, t.name, now())
	if err != nil {
		t.failed(err)
	}
	for _, r := range records {
		key, err := keyOf[K](strings.TrimPrefix(r.Handle, t.name+"/"))
		if err != nil {
			t.failed(fmt.Errorf("a stored key cannot be read: %w", err))
			continue
		}
		if value, ok := t.value(r, true); ok {
			all[key] = value
		}
	}
	return all
}

// Len is len(m).
func (t *Table[K, V]) Len() int { return len(t.All()) }

// load finds a record.
func (t *Table[K, V]) load(ctx context.Context, s Store, key K) (Record, bool) {
	if _, broken := s.(brokenTable); broken {
		return Record{}, false
	}
	r, err := s.Load(ctx, everyone, t.handle(key), now())
	if err != nil && !errors.Is(err, ErrUnknown) {
		t.failed(err)
	}
	return r, err == nil
}

// value is what a record holds.
func (t *Table[K, V]) value(r Record, ok bool) (value V, _ bool) {
	if !ok {
		return value, false
	}
	if err := json.Unmarshal(r.Payload, &value); err != nil {
		t.failed(fmt.Errorf("a stored value cannot be read: %w", err))
		return *new(V), false
	}
	return value, true
}
