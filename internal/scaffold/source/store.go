package handles

import (
	"context"
	"errors"
	"time"
)

// Errors of stores. Callers of Kind see *UnknownError instead.
var (
	// ErrUnknown means that a principal has no such record: there never was one,
	// it has expired or was revoked, or it is another principal's. A store does
	// not tell these apart.
	ErrUnknown = errors.New("handles: no such record")
	// ErrExists means that a record with this handle is there already.
	ErrExists = errors.New("handles: the handle exists")
	// ErrConflict means that somebody else has changed the record, or recorded a
	// result under the same idempotency key, since it was read.
	ErrConflict = errors.New("handles: changed by another call")
)

// A Record is what a handle stands for. Principal and Handle together are its key.
type Record struct {
	Principal string
	Handle    string
	Kind      string
	Expires   time.Time // kept with a precision of a millisecond
	Revoked   bool
	Payload   []byte // JSON
	Version   int64  // counts the changes; the store sets it
}

// A Result is what a call with an idempotency key came to.
type Result struct {
	Principal string
	Scope     string // a handle, or the name of the tool for calls without one
	Key       string // chosen by the caller
	Token     string // of the call that runs; empty in results that were recorded with Save
	Running   bool
	Lease     time.Time // until when a running call can be believed to be alive
	Expires   time.Time // when the key is forgotten
	Body      []byte    // JSON
}

// A Store keeps records for all replicas of the server. Its methods may be called from several goroutines and several processes at
// once. Times come from the caller, so that the replicas' clocks should agree to within seconds.
type Store interface {
	// Insert adds a record. One that is there is replaced if Load would not return it; otherwise Insert fails with ErrExists.
	Insert(ctx context.Context, r Record, at time.Time) error
	// Load returns a record that is neither expired at the given time nor revoked, or ErrUnknown.
	Load(ctx context.Context, principal, handle string, at time.Time) (Record, error)
	// Save replaces the record that was loaded, if its version is still the one of r; otherwise it fails with ErrConflict. A result that
	// is not nil is recorded in the same transaction; if there is one under its key, Save fails with ErrConflict as well.
	Save(ctx context.Context, r Record, done *Result, at time.Time) error
	// List returns the records of a principal and a kind that Load would return, the first to expire first.
	List(ctx context.Context, principal, kind string, at time.Time) ([]Record, error)
	// Sweep deletes what has expired and returns how many records that were. A store that forgets by itself returns 0.
	Sweep(ctx context.Context, at time.Time) (int, error)

	// Claim reserves an idempotency key for the call with r's token, or extends the lease of that call. If the key is taken it returns
	// what was recorded for it and false.
	Claim(ctx context.Context, r Result, at time.Time) (Result, bool, error)
	// Recorded returns what was recorded under an idempotency key, or ErrUnknown.
	Recorded(ctx context.Context, principal, scope, key string, at time.Time) (Result, error)
	// Finish records the result of the call that holds the claim, or fails with ErrConflict.
	Finish(ctx context.Context, r Result) error
	// Release gives a claim up: the next call with the key runs again.
	Release(ctx context.Context, r Result) error

	// Spend reports whether id was not spent before. It is remembered until it expires.
	Spend(ctx context.Context, id string, expires, at time.Time) (bool, error)

	// Close frees what the store holds.
	Close() error
}
