package handles

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

type game struct {
	Moves   []string          `json:"moves"`
	Players map[string]string `json:"players,omitempty"`
	Best    *int              `json:"best,omitempty"`
}

// during runs f as one call of a principal on a store.
func during(t *testing.T, s Store, principal string, f func(ctx context.Context)) error {
	t.Helper()
	c := &call{principal: principal, store: s, entries: map[string]*entry{}}
	f(context.WithValue(t.Context(), callInContext{}, c))
	return c.save(t.Context())
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestMap(t *testing.T) {
	t.Setenv(StoreEnv, "memory:") // calls use their store
	everyStore(t, func(t *testing.T, s Store) {
		ada, bob := someone(t), someone(t)+"b"
		m := NewMap[string, *game](strings.ReplaceAll(t.Name(), "/", "."), time.Hour)
		noError(t, during(t, s, ada, func(ctx context.Context) {
			if _, ok := m.In(ctx).Lookup("g"); ok || m.In(ctx).Get("g") != nil || m.In(ctx).Len() != 0 {
				t.Error("a new map is not empty")
			}
			m.In(ctx).Set("g", &game{Players: map[string]string{}})
			m.In(ctx).Set("h", &game{})
			m.In(ctx).Get("g").Moves = append(m.In(ctx).Get("g").Moves, "a1")
		}))
		noError(t, during(t, s, ada, func(ctx context.Context) {
			g, ok := m.In(ctx).Lookup("g")
			if !ok || !slices.Equal(g.Moves, []string{"a1"}) {
				t.Fatalf("%+v, %v", g, ok)
			}
			g.Players["x"] = "ada" // was empty, and is left out of the JSON
			g.Moves = append(g.Moves, "b2")
			if len(m.In(ctx).All()) != 2 || m.In(ctx).All()["g"] != g {
				t.Errorf("all: %v", m.In(ctx).All())
			}
			m.In(ctx).Delete("h")
			if m.In(ctx).Len() != 1 {
				t.Error("what was deleted is there")
			}
		}))
		noError(t, during(t, s, ada, func(ctx context.Context) {
			if g := m.In(ctx).Get("g"); len(g.Moves) != 2 || g.Players["x"] != "ada" {
				t.Errorf("what was changed behind a pointer is not stored: %+v", g)
			}
			if _, ok := m.In(ctx).Lookup("h"); ok {
				t.Error("what was deleted is there")
			}
			m.In(ctx).Set("h", &game{Moves: []string{"c3"}})
		}))
		noError(t, during(t, s, ada, func(ctx context.Context) {
			if h := m.In(ctx).Get("h"); h == nil || len(h.Moves) != 1 {
				t.Errorf("made again: %+v", h)
			}
		}))
		noError(t, during(t, s, bob, func(ctx context.Context) {
			if m.In(ctx).Len() != 0 || m.In(ctx).Get("g") != nil {
				t.Error("another principal sees it")
			}
			m.In(ctx).Set("g", &game{Moves: []string{"bob"}})
		}))
	})
}

// Of two calls that change one value at the same time the second to end fails, and the first one's change stays.
func TestMapBusy(t *testing.T) {
	t.Setenv(StoreEnv, "memory:")
	everyStore(t, func(t *testing.T, s Store) {
		who := someone(t)
		m := NewMap[string, int](strings.ReplaceAll(t.Name(), "/", "."), time.Hour)
		noError(t, during(t, s, who, func(ctx context.Context) { m.In(ctx).Set("old", 1) }))
		for _, key := range []string{"old", "new"} {
			err := during(t, s, who, func(outer context.Context) {
				m.In(outer).Set(key, m.In(outer).Get(key)+1)
				m.In(outer).Set("a", 7) // comes first
				noError(t, during(t, s, who, func(ctx context.Context) { m.In(ctx).Set(key, 100) }))
			})
			if !errors.Is(err, ErrBusy) {
				t.Errorf("%s: %v", key, err)
			}
		}
		noError(t, during(t, s, who, func(ctx context.Context) {
			if all := m.In(ctx).All(); len(all) != 2 || all["old"] != 100 || all["new"] != 100 {
				t.Errorf("%v", all)
			}
		}))
		// Reading beside a change is no conflict.
		noError(t, during(t, s, who, func(outer context.Context) {
			_ = m.In(outer).Get("old")
			noError(t, during(t, s, who, func(ctx context.Context) { m.In(ctx).Set("old", 1) }))
		}))
	})
}

// Of two calls that take one value at the same time one gets it, before either ends.
func TestMapTake(t *testing.T) {
	t.Setenv(StoreEnv, "memory:")
	everyStore(t, func(t *testing.T, s Store) {
		who := someone(t)
		m := NewMap[string, int](strings.ReplaceAll(t.Name(), "/", "."), time.Hour)
		noError(t, during(t, s, who, func(ctx context.Context) {
			m.In(ctx).Set("new", 1)
			if v, ok := m.In(ctx).Take("new"); !ok || v != 1 {
				t.Errorf("its own: %v, %v", v, ok)
			}
			m.In(ctx).Set("k", 2)
		}))
		noError(t, during(t, s, who, func(outer context.Context) {
			if m.In(outer).Get("k") != 2 {
				t.Error("not stored")
			}
			noError(t, during(t, s, who, func(ctx context.Context) { m.In(ctx).Set("k", 3) }))
			if v, ok := m.In(outer).Take("k"); !ok || v != 3 {
				t.Errorf("changed by another call: %v, %v", v, ok)
			}
			noError(t, during(t, s, who, func(ctx context.Context) {
				if v, ok := m.In(ctx).Take("k"); ok {
					t.Errorf("both have taken it: %v", v)
				}
			}))
			if v, ok := m.In(outer).Take("k"); ok {
				t.Errorf("taken twice: %v", v)
			}
			m.In(outer).Set("k", 4)
		}))
		noError(t, during(t, s, who, func(ctx context.Context) {
			if all := m.In(ctx).All(); len(all) != 1 || all["k"] != 4 {
				t.Errorf("%v", all)
			}
		}))
	})
}

func TestMapExpires(t *testing.T) {
	t.Setenv(StoreEnv, "memory:")
	s := NewMemory()
	m := NewMap[string, string]("x", time.Minute)
	noError(t, during(t, s, "ada", func(ctx context.Context) { m.In(ctx).Set("k", "v") }))
	defer func(old func() time.Time) { now = old }(now)
	later := time.Now().Add(time.Hour)
	now = func() time.Time { return later }
	noError(t, during(t, s, "ada", func(ctx context.Context) {
		if v, ok := m.In(ctx).Lookup("k"); ok {
			t.Errorf("expired, and there: %q", v)
		}
		m.In(ctx).Set("k", "again")
	}))
	noError(t, during(t, s, "ada", func(ctx context.Context) {
		if v := m.In(ctx).Get("k"); v != "again" {
			t.Errorf("%q", v)
		}
	}))
}

// brokenStore fails to load.
type brokenStore struct{ *Memory }

func (brokenStore) Load(context.Context, string, string, time.Time) (Record, error) {
	return Record{}, errors.New("the store is away")
}

func TestMapFails(t *testing.T) {
	t.Setenv(StoreEnv, "memory:")
	s := brokenStore{NewMemory()}
	m := NewMap[string, string]("x", time.Minute)
	err := during(t, s, "ada", func(ctx context.Context) {
		if _, ok := m.In(ctx).Lookup("k"); !ok {
			m.In(ctx).Set("k", "made anew")
		}
	})
	if err == nil || !strings.Contains(err.Error(), "away") {
		t.Errorf("%v", err)
	}
	if all, err := s.List(t.Context(), "ada", "x", time.Now()); len(all) != 0 || err != nil {
		t.Errorf("stored: %v, %v", all, err)
	}
	bad := NewMemory()
	noError(t, bad.Insert(t.Context(), Record{Principal: "ada", Handle: "x/k", Kind: "x", Expires: time.Now().Add(time.Hour), Payload: []byte("{}")}, time.Now()))
	if err := during(t, bad, "ada", func(ctx context.Context) { m.In(ctx).Get("k") }); err == nil || !strings.Contains(err.Error(), "cannot be read") {
		t.Errorf("a record that is none: %v", err)
	}
	var none *Map[string, string]
	if none.In(t.Context()).Len() != 0 || none.In(t.Context()).Get("k") != "" {
		t.Error("nil is not empty")
	}
	none.In(t.Context()).Delete("k")
}

func panics(f func()) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	f()
	return ""
}

func TestMapOutsideOfCalls(t *testing.T) {
	m := NewMap[string, string]("shop.games", time.Minute)
	t.Setenv(StoreEnv, "memory:")
	if got := panics(func() { m.In(t.Context()).Get("k") }); !strings.Contains(got, "shop.games is used outside of a call") {
		t.Errorf("%q", got)
	}
	var none *Map[string, string]
	if got := panics(func() { none.In(t.Context()).Set("k", "v") }); !strings.Contains(got, "nil Map") {
		t.Errorf("%q", got)
	}
	aside := InMemory(t.Context())
	m.In(aside).Set("aside", "v")
	if m.In(aside).Get("aside") != "v" || m.In(aside).Len() != 1 {
		t.Error("a map in memory is none")
	}
	m.In(aside).Delete("aside")
	t.Setenv(StoreEnv, "")
	m.In(t.Context()).Set("k", "v")
	if m.In(t.Context()).Get("k") != "v" || m.In(t.Context()).Len() != 1 || NewMap[string, string]("shop.games", time.Minute).In(t.Context()).Len() != 0 {
		t.Error("a test's map is not a map in memory")
	}
}

// Calls over stdio need no settings; calls over HTTP do.
func TestStoreOf(t *testing.T) {
	if s, err := storeOf(LocalPrincipal); s != localStore() || err != nil {
		t.Errorf("%v, %v", s, err)
	}
	if s, err := storeOf("ada"); s == localStore() || err != nil {
		t.Errorf("%v, %v", s, err)
	}
	if ctx, _, err := begin(t.Context(), "ada"); ctx != t.Context() || err != nil {
		t.Errorf("in a test: %v", err)
	}
	if s, err := (&Kind[string]{Name: "note"}).store(LocalPrincipal); s != localStore() || err != nil {
		t.Errorf("of a kind: %v, %v", s, err)
	}
	if k, err := keysOf(LocalPrincipal, nil); k != localKeys() || err != nil {
		t.Errorf("keys: %v", err)
	}
	if k, err := keysOf("ada", nil); k == localKeys() || err != nil {
		t.Errorf("keys: %v", err)
	}
	for n := range 2 {
		got, again, err := Once(t.Context(), nil, LocalPrincipal, "add_note", "key", func(context.Context) (int, error) { return n, nil })
		if got != 0 || again != (n == 1) || err != nil {
			t.Errorf("call %d: %d, %v, %v", n, got, again, err)
		}
	}
	t.Setenv(StoreEnv, "memory:")
	ctx, end, err := begin(t.Context(), LocalPrincipal)
	noError(t, err)
	if inner, endInner, err := begin(ctx, "ada"); inner != ctx || err != nil || endInner() != nil {
		t.Error("a call within a call is one of its own")
	}
	noError(t, end())
}
