package handles

import (
	"bytes"
	"context"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// A Map keeps values under names, as a map in memory does, for the tool calls of all replicas:
//
//	games: handles.NewMap[string, *Game]("shop.games", 24*time.Hour)
//
//	g, ok := s.games.In(ctx).Lookup(id)
//
// A call sees the values of its own principal and works on copies. What it has changed, in the map or behind a pointer that the map
// holds, is stored when it ends; that is what the wrappers Stateful, StatefulRequest and StatefulHandler do. If another call has changed
// the same value in the meantime, the call fails with ErrBusy and the other's change stays.
//
// K is a kind of string or integer, or writes and reads its text. V must survive encoding/json. Under go test, as long as HANDLES_STORE is not set, a Map is a map in memory, inside and outside of calls.
type Map[K comparable, V any] struct {
	name  string
	ttl   time.Duration
	alone *call // what a test works on
}

// NewMap returns a map. Its name tells it from the other maps in the store; replicas agree on it. A value is kept for the given time
// after it was last changed.
func NewMap[K comparable, V any](name string, ttl time.Duration) *Map[K, V] {
	_ = textOf(*new(K)) // panics now rather than in a call
	lifetimes.Store(name, ttl)
	return &Map[K, V]{name: name, ttl: ttl, alone: &call{entries: map[string]*entry{}}}
}

// ErrBusy means that two calls have changed the same value at the same time. Its text is for the model that made the call.
var ErrBusy = errors.New("another call has changed the same data at the same time, so that this one was not stored: look at it again and repeat the call")

// Callers says whose calls a handler takes.
type Callers bool

const (
	// Anyone means that calls over HTTP without a verified token are one principal: they share their values.
	Anyone Callers = false
	// Verified means that calls over HTTP without a verified token are refused.
	Verified Callers = true
)

// call is what one call of a tool has read and changed so far.
type call struct {
	mu        sync.Mutex
	principal string
	store     Store // nil: values stay in memory
	entries   map[string]*entry
	err       error // the first thing that went wrong
}

// entry is one value of a call.
type entry struct {
	name   string // of its map
	ttl    time.Duration
	value  any
	there  bool
	record Record // what was loaded; Version is 0 if nothing was
	loaded []byte // the value as it was then
}

type callInContext struct{}

// alone stands for a call in contexts of code that serves none.
type alone struct{}

// InMemory returns a context in which Maps are maps in memory, each for itself: for code that serves no calls, such as a demonstration.
func InMemory(ctx context.Context) context.Context {
	return context.WithValue(ctx, callInContext{}, alone{})
}

// begin starts a call: the context that it returns knows the call, and end stores what the call has changed. A call within a call is part
// of it.
func begin(ctx context.Context, principal string) (_ context.Context, end func() error, err error) {
	if ctx.Value(callInContext{}) != nil || inTest() {
		return ctx, func() error { return nil }, nil
	}
	store, err := storeOf(principal)
	if err != nil {
		return nil, nil, err
	}
	c := &call{principal: principal, store: store, entries: map[string]*entry{}}
	return context.WithValue(ctx, callInContext{}, c), func() error { return c.save(context.WithoutCancel(ctx)) }, nil
}

// inTest reports whether Maps are maps in memory, since a test runs.
func inTest() bool { return testing.Testing() && os.Getenv(StoreEnv) == "" }

// storeOf is where the values of a principal are. The user of a server over stdio needs no settings: such a server is one process.
func storeOf(principal string) (Store, error) {
	if principal == LocalPrincipal && os.Getenv(StoreEnv) == "" {
		return localStore(), nil
	}
	return Default()
}

var localStore = sync.OnceValue(func() Store { return NewMemory() })

// In is the map as the call that ctx belongs to sees it.
func (m *Map[K, V]) In(ctx context.Context) View[K, V] {
	v := View[K, V]{ctx: ctx, m: m}
	if m == nil {
		return v
	}
	if v.c = callOf(ctx, m.name); v.c == nil {
		v.c = m.alone
	}
	return v
}

// callOf is the call that a context belongs to, nil if Maps are maps in memory there.
func callOf(ctx context.Context, mapName string) *call {
	if inTest() { // whatever the context is, also nil
		return nil
	}
	switch c := ctx.Value(callInContext{}).(type) {
	case *call:
		return c
	case alone:
		return nil
	}
	panic("handles: " + mapName + " is used outside of a call: wrap the handler with Stateful, StatefulRequest or StatefulHandler, and pass its context on")
}

// A View is a Map as one call sees it. Its methods do what the operations of a map do. If the store fails, values seem not to be there,
// and the call fails at its end with the store's error.
type View[K comparable, V any] struct {
	ctx context.Context
	m   *Map[K, V]
	c   *call // nil if m is
}

// Lookup is v, ok := m[key].
func (v View[K, V]) Lookup(key K) (value V, ok bool) {
	if v.c == nil {
		return value, false
	}
	v.c.mu.Lock()
	defer v.c.mu.Unlock()
	e := v.entry(key)
	value, _ = e.value.(V)
	return value, e.there
}

// Get is m[key].
func (v View[K, V]) Get(key K) V {
	value, _ := v.Lookup(key)
	return value
}

// Set is m[key] = value.
func (v View[K, V]) Set(key K, value V) {
	if v.c == nil {
		panic("handles: assignment to entry in nil Map")
	}
	v.c.mu.Lock()
	defer v.c.mu.Unlock()
	e := v.entry(key)
	e.value, e.there = value, true
}

// Delete is delete(m, key).
func (v View[K, V]) Delete(key K) {
	if v.c == nil {
		return
	}
	v.c.mu.Lock()
	defer v.c.mu.Unlock()
	e := v.entry(key)
	e.value, e.there = nil, false
}

// Take is v, ok := m[key] and delete(m, key) in one, at once and not when the call ends: of several calls at the same time, one gets the
// value.
func (v View[K, V]) Take(key K) (value V, ok bool) {
	if v.c == nil {
		return value, false
	}
	v.c.mu.Lock()
	defer v.c.mu.Unlock()
	for {
		e := v.entry(key)
		taken, there := e.value, e.there
		if r := e.record; there && r.Version != 0 {
			r.Revoked, r.Payload = true, []byte("null")
			err := v.c.store.Save(v.ctx, r, nil, now())
			if errors.Is(err, ErrConflict) {
				delete(v.c.entries, r.Handle)
				continue // another call has changed or taken it
			}
			if err != nil {
				v.c.failed(err)
				return value, false
			}
		}
		e.value, e.there, e.record, e.loaded = nil, false, Record{}, nil
		value, _ = taken.(V)
		return value, there
	}
}

// All is a copy of the map, to range over: it holds the values themselves.
func (v View[K, V]) All() map[K]V {
	all := map[K]V{}
	if v.c == nil {
		return all
	}
	v.c.mu.Lock()
	defer v.c.mu.Unlock()
	if v.c.store != nil && v.c.err == nil {
		records, err := v.c.store.List(v.ctx, v.c.principal, v.m.name, now())
		v.c.failed(err)
		for _, r := range records {
			if v.c.entries[r.Handle] == nil {
				v.keep(r)
			}
		}
	}
	for handle, e := range v.c.entries {
		if e.name == v.m.name && e.there {
			key, err := keyOf[K](strings.TrimPrefix(handle, v.m.name+"/"))
			if err != nil {
				v.c.failed(fmt.Errorf("handles: a stored key of %s cannot be read: %w", v.m.name, err))
				continue
			}
			all[key], _ = e.value.(V)
		}
	}
	return all
}

// Len is len(m).
func (v View[K, V]) Len() int { return len(v.All()) }

// entry finds a value, or the place for one.
func (v View[K, V]) entry(key K) *entry {
	handle := v.m.name + "/" + textOf(key)
	if e := v.c.entries[handle]; e != nil {
		return e
	}
	if v.c.store != nil && v.c.err == nil {
		r, err := v.c.store.Load(v.ctx, v.c.principal, handle, now())
		if err == nil {
			return v.keep(r)
		}
		if !errors.Is(err, ErrUnknown) {
			v.c.failed(err)
		}
	}
	e := &entry{name: v.m.name, ttl: v.m.ttl}
	v.c.entries[handle] = e
	return e
}

// textOf is the text of a key. It panics for a type that has none.
func textOf[K comparable](key K) string {
	v := reflect.ValueOf(&key).Elem()
	switch {
	case v.Kind() == reflect.String:
		return v.String()
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10)
	case v.CanUint():
		return strconv.FormatUint(v.Uint(), 10)
	}
	m, writes := any(key).(encoding.TextMarshaler)
	if _, reads := any(&key).(encoding.TextUnmarshaler); !writes || !reads {
		panic(fmt.Sprintf("handles: a %T cannot be a key of a Map", key))
	}
	text, err := m.MarshalText()
	if err != nil {
		panic(fmt.Sprintf("handles: a %T as a key: %v", key, err))
	}
	return string(text)
}

// keyOf is the key that a text was made of.
func keyOf[K comparable](text string) (key K, err error) {
	v := reflect.ValueOf(&key).Elem()
	switch {
	case v.Kind() == reflect.String:
		v.SetString(text)
	case v.CanInt():
		var n int64
		n, err = strconv.ParseInt(text, 10, v.Type().Bits())
		v.SetInt(n)
	case v.CanUint():
		var n uint64
		n, err = strconv.ParseUint(text, 10, v.Type().Bits())
		v.SetUint(n)
	default:
		if u, ok := any(&key).(encoding.TextUnmarshaler); ok {
			err = u.UnmarshalText([]byte(text))
		}
	}
	return key, err
}

// keep makes a value of a record.
func (v View[K, V]) keep(r Record) *entry {
	e := &entry{name: v.m.name, ttl: v.m.ttl, record: r}
	v.c.entries[r.Handle] = e
	var value V
	err := json.Unmarshal(r.Payload, &value)
	if err == nil {
		refill(reflect.ValueOf(&value).Elem())
		e.loaded, err = json.Marshal(value)
	}
	if err != nil {
		v.c.failed(fmt.Errorf("handles: a stored value of %s cannot be read: %w", v.m.name, err))
		return e
	}
	e.value, e.there = value, true
	return e
}

func (c *call) failed(err error) {
	if c.err == nil {
		c.err = err
	}
}

// save stores what has changed.
func (c *call) save(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil || c.store == nil {
		return c.err
	}
	at := now()
	var changed []Record
	for _, handle := range slices.Sorted(maps.Keys(c.entries)) {
		e := c.entries[handle]
		r := e.record
		r.Principal, r.Handle, r.Kind, r.Expires, r.Revoked = c.principal, handle, e.name, at.Add(e.ttl), !e.there
		if !e.there {
			r.Payload = []byte("null")
		} else if payload, err := json.Marshal(e.value); err != nil {
			return fmt.Errorf("handles: a value of %s cannot be stored: %w", e.name, err)
		} else {
			r.Payload = payload
		}
		if e.record.Version == 0 && e.there || e.record.Version != 0 && !(e.there && bytes.Equal(r.Payload, e.loaded)) {
			changed = append(changed, r)
		}
	}
	return c.write(ctx, changed, at)
}

// write stores records. It looks at all of them before it stores the first.
func (c *call) write(ctx context.Context, changed []Record, at time.Time) error {
	for _, r := range changed {
		have, err := c.store.Load(ctx, c.principal, r.Handle, at)
		if err != nil && !errors.Is(err, ErrUnknown) {
			return err
		}
		if have.Version != r.Version {
			return ErrBusy
		}
	}
	for _, r := range changed {
		var err error
		if r.Version == 0 {
			err = c.store.Insert(ctx, r, at)
		} else {
			err = c.store.Save(ctx, r, nil, at)
		}
		if errors.Is(err, ErrConflict) || errors.Is(err, ErrExists) {
			return ErrBusy
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// refill makes the maps again that JSON has left out because they were empty (omitempty): code that fills them would find none.
func refill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			refill(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			refill(v.Index(i))
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			if value := v.MapIndex(key); value.Kind() == reflect.Pointer || value.Kind() == reflect.Slice || value.Kind() == reflect.Map {
				refill(value) // what a map holds by value cannot be set
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Type().Field(i)
			if !field.IsExported() {
				continue
			}
			if v.Field(i).Kind() == reflect.Map && v.Field(i).IsNil() && strings.Contains(field.Tag.Get("json"), ",omit") {
				v.Field(i).Set(reflect.MakeMap(v.Field(i).Type()))
			}
			refill(v.Field(i))
		}
	}
}
