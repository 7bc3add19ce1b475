package handles

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

func init() {
	openers["postgres"] = OpenPostgres
	openers["postgresql"] = OpenPostgres
}

// OpenPostgres opens a store in a PostgreSQL database, version 9.5 or later. The address is that of libpq:
// "postgres://user:password@host:5432/database".
func OpenPostgres(ctx context.Context, address string) (Store, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, err // it leaves the password out
	}
	s := &SQL{db: stdlib.OpenDB(*config), numbered: true}
	// Two replicas that start at once would make the tables at once, which PostgreSQL does not bear.
	err = s.inTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(7306585671)`); err != nil {
			return err
		}
		for _, t := range tables {
			if _, err := tx.ExecContext(ctx, t); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		s.db.Close()
		return nil, fmt.Errorf("the database %s on %s: %w", config.Database, config.Host, err)
	}
	return s, nil
}
