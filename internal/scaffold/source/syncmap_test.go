package handles

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

func TestSyncMap(t *testing.T) {
	t.Setenv(StoreEnv, "memory:") // calls use their store
	everyStore(t, func(t *testing.T, s Store) {
		ada, bob := someone(t), someone(t)+"b"
		m := NewSyncMap[string, *game](strings.ReplaceAll(t.Name(), "/", "."), time.Hour)
		noError(t, during(t, s, ada, func(ctx context.Context) {
			if v, ok := m.In(ctx).Load("g"); v != nil || ok {
				t.Errorf("a new map has %v", v)
			}
			m.In(ctx).Store("g", &game{})
			if v, loaded := m.In(ctx).LoadOrStore("h", &game{Moves: []string{"h1"}}); loaded || len(v.(*game).Moves) != 1 {
				t.Errorf("%v, %v", v, loaded)
			}
		}))
		noError(t, during(t, s, ada, func(ctx context.Context) {
			v, ok := m.In(ctx).Load("g")
			if !ok {
				t.Fatal("not stored")
			}
			v.(*game).Moves = append(v.(*game).Moves, "a1")
			if v, loaded := m.In(ctx).LoadOrStore("h", &game{}); !loaded || len(v.(*game).Moves) != 1 {
				t.Errorf("%v, %v", v, loaded)
			}
			if v, loaded := m.In(ctx).Swap("h", &game{}); !loaded || len(v.(*game).Moves) != 1 {
				t.Errorf("%v, %v", v, loaded)
			}
			n := 0
			m.In(ctx).Range(func(key, value any) bool {
				_, isGame := value.(*game)
				if _, isKey := key.(string); !isKey || !isGame {
					t.Errorf("%T: %T", key, value)
				}
				n++
				return false
			})
			if n != 1 {
				t.Errorf("goes on for %d", n)
			}
			if v, loaded := m.In(ctx).LoadAndDelete("h"); !loaded || len(v.(*game).Moves) != 0 {
				t.Errorf("%v, %v", v, loaded)
			}
		}))
		noError(t, during(t, s, bob, func(ctx context.Context) {
			if _, ok := m.In(ctx).Load("g"); ok {
				t.Error("another principal sees it")
			}
		}))
		noError(t, during(t, s, ada, func(ctx context.Context) {
			if v, ok := m.In(ctx).Load("g"); !ok || len(v.(*game).Moves) != 1 {
				t.Errorf("what was changed behind a pointer is not stored: %v", v)
			}
			if v, loaded := m.In(ctx).LoadAndDelete("h"); v != nil || loaded {
				t.Errorf("what was deleted is there: %v", v)
			}
			m.In(ctx).Delete("g")
			if _, ok := m.In(ctx).Load("g"); ok {
				t.Error("what was deleted is there")
			}
		}))
	})
	var none *SyncMap[string, int]
	if _, ok := none.In(t.Context()).Load("k"); ok {
		t.Error("nil is not empty")
	}
}

// point is a key that writes and reads its text.
type point struct{ x, y byte }

func (p point) MarshalText() ([]byte, error) { return []byte{p.x, p.y}, nil }

func (p *point) UnmarshalText(text []byte) error {
	if len(text) != 2 || text[0] == '!' {
		return errors.New("no point")
	}
	p.x, p.y = text[0], text[1]
	return nil
}

type number uint16

func TestMapKeys(t *testing.T) {
	t.Setenv(StoreEnv, "memory:")
	s := NewMemory()
	keys(t, s, "int64", []int64{-7, 0, 1 << 60})
	keys(t, s, "number", []number{0, 65535})
	keys(t, s, "point", []point{{'a', 'b'}, {'a', 'c'}})
	noError(t, s.Insert(t.Context(), Record{Principal: "ada", Handle: "point/!!", Kind: "point", Expires: time.Now().Add(time.Hour), Payload: []byte("1")}, time.Now()))
	if err := during(t, s, "ada", func(ctx context.Context) { NewMap[point, int]("point", time.Hour).In(ctx).All() }); err == nil || !strings.Contains(err.Error(), "a stored key of point cannot be read: no point") {
		t.Errorf("a key that cannot be read: %v", err)
	}
	if got := panics(func() { NewMap[bool, int]("x", time.Hour) }); !strings.Contains(got, "a bool cannot be a key") {
		t.Errorf("%q", got)
	}
}

// keys stores a value under each key and finds it in another call.
func keys[K comparable](t *testing.T, s Store, name string, all []K) {
	t.Helper()
	m := NewMap[K, int](name, time.Hour)
	noError(t, during(t, s, "ada", func(ctx context.Context) {
		for i, k := range all {
			m.In(ctx).Set(k, i)
		}
	}))
	noError(t, during(t, s, "ada", func(ctx context.Context) {
		list := m.In(ctx).All()
		for i, k := range all {
			if v, ok := m.In(ctx).Lookup(k); v != i || !ok || list[k] != i || len(list) != len(all) {
				t.Errorf("%v: %d, %v of %v", k, v, ok, list)
			}
		}
	}))
}
