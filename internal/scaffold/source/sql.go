package handles

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// SQL is a store in a database that database/sql reaches. It makes its tables, whose names begin with handle_, when it is opened.
type SQL struct {
	db       *sql.DB
	numbered bool // placeholders are $1, $2, ... instead of ?
}

var _ Store = (*SQL)(nil)

// tables makes what the store needs. Times are Unix milliseconds.
var tables = []string{
	`CREATE TABLE IF NOT EXISTS handle_records (
		principal TEXT NOT NULL, handle TEXT NOT NULL, kind TEXT NOT NULL, expires BIGINT NOT NULL, revoked BOOLEAN NOT NULL,
		payload TEXT NOT NULL, version BIGINT NOT NULL, PRIMARY KEY (principal, handle))`,
	`CREATE INDEX IF NOT EXISTS handle_records_expires ON handle_records (expires)`,
	`CREATE TABLE IF NOT EXISTS handle_results (
		principal TEXT NOT NULL, scope TEXT NOT NULL, idempotency_key TEXT NOT NULL, token TEXT NOT NULL, running BOOLEAN NOT NULL,
		lease BIGINT NOT NULL, expires BIGINT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (principal, scope, idempotency_key))`,
	`CREATE INDEX IF NOT EXISTS handle_results_expires ON handle_results (expires)`,
	`CREATE TABLE IF NOT EXISTS handle_spent (id TEXT PRIMARY KEY, expires BIGINT NOT NULL)`,
	`CREATE INDEX IF NOT EXISTS handle_spent_expires ON handle_spent (expires)`,
}

// q writes a query in the database's dialect.
func (s *SQL) q(query string) string {
	if !s.numbered {
		return query
	}
	var b strings.Builder
	n := 0
	for _, r := range query {
		if r != '?' {
			b.WriteRune(r)
			continue
		}
		n++
		b.WriteString("$" + strconv.Itoa(n))
	}
	return b.String()
}

// inTx runs f in a transaction.
func (s *SQL) inTx(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // does nothing after the commit
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// exec reports whether a statement has changed a row.
func (s *SQL) exec(ctx context.Context, e execer, query string, args ...any) (bool, error) {
	res, err := e.ExecContext(ctx, s.q(query), args...)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n > 0, err
}

// Insert implements Store.
func (s *SQL) Insert(ctx context.Context, r Record, at time.Time) error {
	ok, err := s.exec(ctx, s.db, `INSERT INTO handle_records (principal, handle, kind, expires, revoked, payload, version)
		VALUES (?, ?, ?, ?, ?, ?, 1)
		ON CONFLICT (principal, handle) DO UPDATE
		SET kind = excluded.kind, expires = excluded.expires, revoked = excluded.revoked, payload = excluded.payload, version = handle_records.version + 1
		WHERE handle_records.expires <= ? OR handle_records.revoked`,
		r.Principal, r.Handle, r.Kind, r.Expires.UnixMilli(), r.Revoked, string(r.Payload), at.UnixMilli())
	if err == nil && !ok {
		return ErrExists
	}
	return err
}

const recordColumns = `principal, handle, kind, expires, revoked, payload, version`

func scanRecord(row interface{ Scan(...any) error }) (r Record, err error) {
	var expires int64
	err = row.Scan(&r.Principal, &r.Handle, &r.Kind, &expires, &r.Revoked, &r.Payload, &r.Version)
	r.Expires = time.UnixMilli(expires)
	return r, err
}

// Load implements Store.
func (s *SQL) Load(ctx context.Context, principal, handle string, at time.Time) (Record, error) {
	r, err := scanRecord(s.db.QueryRowContext(ctx, s.q(`SELECT `+recordColumns+` FROM handle_records
		WHERE principal = ? AND handle = ? AND expires > ? AND NOT revoked`), principal, handle, at.UnixMilli()))
	if errors.Is(err, sql.ErrNoRows) {
		return Record{}, ErrUnknown
	}
	return r, err
}

// Save implements Store.
func (s *SQL) Save(ctx context.Context, r Record, done *Result, at time.Time) error {
	return s.inTx(ctx, func(tx *sql.Tx) error {
		ok, err := s.exec(ctx, tx, `UPDATE handle_records SET expires = ?, revoked = ?, payload = ?, version = version + 1
			WHERE principal = ? AND handle = ? AND version = ?`, r.Expires.UnixMilli(), r.Revoked, string(r.Payload), r.Principal, r.Handle, r.Version)
		if err == nil && !ok {
			return ErrConflict
		}
		if err != nil || done == nil {
			return err
		}
		ok, err = s.reserve(ctx, tx, *done, at)
		if err == nil && !ok {
			return ErrConflict
		}
		return err
	})
}

// reserve writes a result unless there is one that is neither forgotten nor a claim of the same call.
func (s *SQL) reserve(ctx context.Context, e execer, r Result, at time.Time) (bool, error) {
	return s.exec(ctx, e, `INSERT INTO handle_results (principal, scope, idempotency_key, token, running, lease, expires, body)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (principal, scope, idempotency_key) DO UPDATE
		SET token = excluded.token, running = excluded.running, lease = excluded.lease, expires = excluded.expires, body = excluded.body
		WHERE handle_results.expires <= ? OR (handle_results.running AND handle_results.token = excluded.token)`,
		r.Principal, r.Scope, r.Key, r.Token, r.Running, r.Lease.UnixMilli(), r.Expires.UnixMilli(), string(r.Body), at.UnixMilli())
}

// List implements Store.
func (s *SQL) List(ctx context.Context, principal, kind string, at time.Time) (out []Record, err error) {
	rows, err := s.db.QueryContext(ctx, s.q(`SELECT `+recordColumns+` FROM handle_records
		WHERE principal = ? AND kind = ? AND expires > ? AND NOT revoked ORDER BY expires, handle`), principal, kind, at.UnixMilli())
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		r, err := scanRecord(rows)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, rows.Err()
}

// Sweep implements Store.
func (s *SQL) Sweep(ctx context.Context, at time.Time) (int, error) {
	res, err := s.db.ExecContext(ctx, s.q(`DELETE FROM handle_records WHERE expires <= ?`), at.UnixMilli())
	if err != nil {
		return 0, err
	}
	n, err := res.RowsAffected()
	for _, table := range []string{"handle_results", "handle_spent"} {
		if err == nil {
			_, err = s.db.ExecContext(ctx, s.q(`DELETE FROM `+table+` WHERE expires <= ?`), at.UnixMilli())
		}
	}
	return int(n), err
}

// Claim implements Store.
func (s *SQL) Claim(ctx context.Context, r Result, at time.Time) (Result, bool, error) {
	ok, err := s.reserve(ctx, s.db, r, at)
	if err != nil || ok {
		return Result{}, ok, err
	}
	first, err := s.Recorded(ctx, r.Principal, r.Scope, r.Key, at)
	if errors.Is(err, ErrUnknown) {
		// It was released in between: the next try gets it.
		return Result{Running: true, Lease: at}, false, nil
	}
	return first, false, err
}

// Recorded implements Store.
func (s *SQL) Recorded(ctx context.Context, principal, scope, key string, at time.Time) (Result, error) {
	r := Result{Principal: principal, Scope: scope, Key: key}
	var lease, expires int64
	err := s.db.QueryRowContext(ctx, s.q(`SELECT token, running, lease, expires, body FROM handle_results
		WHERE principal = ? AND scope = ? AND idempotency_key = ? AND expires > ?`), principal, scope, key, at.UnixMilli()).
		Scan(&r.Token, &r.Running, &lease, &expires, &r.Body)
	if errors.Is(err, sql.ErrNoRows) {
		return Result{}, ErrUnknown
	}
	r.Lease, r.Expires = time.UnixMilli(lease), time.UnixMilli(expires)
	return r, err
}

// Finish implements Store.
func (s *SQL) Finish(ctx context.Context, r Result) error {
	ok, err := s.exec(ctx, s.db, `UPDATE handle_results SET running = FALSE, expires = ?, body = ?
		WHERE principal = ? AND scope = ? AND idempotency_key = ? AND running AND token = ?`,
		r.Expires.UnixMilli(), string(r.Body), r.Principal, r.Scope, r.Key, r.Token)
	if err == nil && !ok {
		return ErrConflict
	}
	return err
}

// Release implements Store.
func (s *SQL) Release(ctx context.Context, r Result) error {
	_, err := s.exec(ctx, s.db, `DELETE FROM handle_results
		WHERE principal = ? AND scope = ? AND idempotency_key = ? AND running AND token = ?`, r.Principal, r.Scope, r.Key, r.Token)
	return err
}

// Spend implements Store.
func (s *SQL) Spend(ctx context.Context, id string, expires, at time.Time) (bool, error) {
	return s.exec(ctx, s.db, `INSERT INTO handle_spent (id, expires) VALUES (?, ?)
		ON CONFLICT (id) DO UPDATE SET expires = excluded.expires WHERE handle_spent.expires <= ?`, id, expires.UnixMilli(), at.UnixMilli())
}

// Close implements Store.
func (s *SQL) Close() error { return s.db.Close() }

// OnceInTx is like Once for a write to the database that the store is in: the write and the record of its result are one transaction,
// so that the outcome is never uncertain. A repetition waits in the database for a first call that is still running.
func OnceInTx[R any](ctx context.Context, s *SQL, principal, scope, key string, write func(context.Context, *sql.Tx) (R, error)) (result R, repeated bool, err error) {
	if key == "" {
		return result, false, ErrNoKey
	}
	err = s.inTx(ctx, func(tx *sql.Tx) error {
		at := now()
		claim := Result{Principal: principal, Scope: scope, Key: key, Token: rand.Text(), Running: true, Lease: at.Add(ClaimLease), Expires: at.Add(ResultTTL)}
		ok, err := s.reserve(ctx, tx, claim, at)
		if err != nil {
			return err
		}
		if !ok {
			repeated = true
			return nil
		}
		if result, err = write(ctx, tx); err != nil {
			return err
		}
		body, err := json.Marshal(result)
		if err != nil {
			return fmt.Errorf("handles: the result cannot be stored: %w", err)
		}
		_, err = s.exec(ctx, tx, `UPDATE handle_results SET running = FALSE, body = ?
			WHERE principal = ? AND scope = ? AND idempotency_key = ?`, string(body), principal, scope, key)
		return err
	})
	if err != nil || !repeated {
		return result, false, err
	}
	first, err := s.Recorded(ctx, principal, scope, key, now())
	switch {
	case err != nil:
		return result, true, err
	case first.Running && first.Lease.Before(now()):
		return result, true, ErrUncertain
	case first.Running:
		return result, true, ErrRunning
	}
	return result, true, decode(first.Body, &result)
}
