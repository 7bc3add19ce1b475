package handles

import (
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// onTables runs a test on a table in memory and on one in a store.
func onTables(t *testing.T, f func(t *testing.T, table *Table[int, *game])) {
	t.Run("local", func(t *testing.T) {
		t.Setenv(StoreEnv, "")
		f(t, NewTable[int, *game]("games", time.Hour))
	})
	t.Run("store", func(t *testing.T) {
		t.Setenv(StoreEnv, "memory:")
		f(t, NewTable[int, *game]("games"+strconv.FormatInt(time.Now().UnixNano(), 36), time.Hour))
	})
}

func TestTable(t *testing.T) {
	onTables(t, func(t *testing.T, table *Table[int, *game]) {
		if _, ok := table.Lookup(1); ok || table.Get(1) != nil || table.Len() != 0 {
			t.Error("a new table is not empty")
		}
		table.Set(1, &game{Moves: []string{"a1"}})
		table.Set(2, &game{})
		table.Set(1, &game{Moves: []string{"b2"}})
		if g, ok := table.Lookup(1); !ok || g.Moves[0] != "b2" {
			t.Errorf("%+v, %v", g, ok)
		}
		if all := table.All(); len(all) != 2 || all[1].Moves[0] != "b2" || table.Len() != 2 {
			t.Errorf("%v", all)
		}
		if g, ok := table.Take(1); !ok || g.Moves[0] != "b2" {
			t.Errorf("%+v, %v", g, ok)
		}
		if g, ok := table.Take(1); ok || g != nil {
			t.Errorf("taken twice: %+v", g)
		}
		table.Delete(2)
		table.Delete(3)
		if table.Len() != 0 {
			t.Error("what was deleted is there")
		}
		table.Set(1, &game{Moves: []string{"c3"}})
		if g := table.Get(1); g == nil || g.Moves[0] != "c3" {
			t.Errorf("made again: %+v", g)
		}
	})
}

// Of several that take the same value at once, one gets it.
func TestTableTakenOnce(t *testing.T) {
	onTables(t, func(t *testing.T, table *Table[int, *game]) {
		table.Set(7, &game{})
		var got atomic.Int32
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				if _, ok := table.Take(7); ok {
					got.Add(1)
				}
			})
		}
		wg.Wait()
		if got.Load() != 1 {
			t.Errorf("%d got it", got.Load())
		}
	})
}

func TestTableFails(t *testing.T) {
	t.Setenv(StoreEnv, "memory:")
	table := NewTable[string, func()]("functions", time.Hour)
	table.Set("f", func() {}) // JSON cannot hold it
	if _, ok := table.Lookup("f"); ok || table.Len() != 0 {
		t.Error("what cannot be stored is there")
	}
	broken := NewTable[string, int]("broken", time.Hour)
	if _, ok := broken.load(t.Context(), brokenTable{}, "k"); ok || broken.put(t.Context(), brokenTable{}, Record{}) != nil {
		t.Error("a store that is not there has something")
	}
}
