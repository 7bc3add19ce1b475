package handles

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"testing"
)

func TestOnceInTx(t *testing.T) {
	everyStore(t, func(t *testing.T, store Store) {
		s, ok := store.(*SQL)
		if !ok {
			t.Skip("not a store in a database")
		}
		ctx, alice := t.Context(), someone(t)
		if _, err := s.db.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS handle_test_orders (owner TEXT NOT NULL)`); err != nil {
			t.Fatal(err)
		}
		order := func(key string, fail error) (int, bool, error) {
			return OnceInTx(ctx, s, alice, "order", key, func(ctx context.Context, tx *sql.Tx) (n int, err error) {
				if _, err := tx.ExecContext(ctx, s.q(`INSERT INTO handle_test_orders (owner) VALUES (?)`), alice); err != nil {
					return 0, err
				}
				err = tx.QueryRowContext(ctx, s.q(`SELECT count(*) FROM handle_test_orders WHERE owner = ?`), alice).Scan(&n)
				return n, errors.Join(err, fail)
			})
		}
		refused := errors.New("refused")
		if _, _, err := order("k", refused); !errors.Is(err, refused) {
			t.Errorf("got %v", err)
		}
		var wg sync.WaitGroup
		for range 6 {
			wg.Go(func() {
				if n, _, err := order("k", nil); err != nil || n != 1 {
					t.Errorf("got %d, %v", n, err)
				}
			})
		}
		wg.Wait()
		if n, repeated, err := order("k2", nil); err != nil || repeated || n != 2 {
			t.Errorf("another key: %d, %t, %v", n, repeated, err)
		}
		if _, _, err := order("", nil); !errors.Is(err, ErrNoKey) {
			t.Errorf("no key: %v", err)
		}
	})
}
