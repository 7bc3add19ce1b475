package handles

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Kind is one sort of state that handles stand for. T must survive encoding/json.
type Kind[T any] struct {
	Name     string        // a word for it, such as "draft": used in messages and as the prefix of the handles
	TTL      time.Duration // how long a handle is good for
	Sliding  bool          // each use starts the TTL anew; otherwise it runs from the creation
	MintedBy string        // the tool that makes a new one, named in the answer to a bad handle
	Store    Store         // nil means Default
}

// UnknownError is the one answer to handles that are unknown, expired, revoked or another principal's. Its text is for the model that
// made the call; return it as the tool's error.
type UnknownError struct {
	Kind     string
	TTL      time.Duration
	MintedBy string
}

func (e *UnknownError) Error() string {
	text := fmt.Sprintf("no such %s: it was never made, has expired (one is kept for %s), was ended, or is not yours", e.Kind, Lifetime(e.TTL))
	if e.MintedBy != "" {
		text += "; call " + e.MintedBy + " for a new one"
	}
	return text
}

// Unwrap makes errors.Is(err, ErrUnknown) true.
func (e *UnknownError) Unwrap() error { return ErrUnknown }

// Lifetime writes a TTL for people: "24 hours", "15 minutes".
func Lifetime(ttl time.Duration) string {
	count := func(n int64, unit string) string {
		if n == 1 {
			return "1 " + unit
		}
		return fmt.Sprintf("%d %ss", n, unit)
	}
	switch {
	case ttl >= 48*time.Hour && ttl%(24*time.Hour) == 0:
		return count(int64(ttl/(24*time.Hour)), "day")
	case ttl >= time.Hour && ttl%time.Hour == 0:
		return count(int64(ttl/time.Hour), "hour")
	case ttl >= time.Minute && ttl%time.Minute == 0:
		return count(int64(ttl/time.Minute), "minute")
	case ttl >= time.Second:
		return count(int64(ttl/time.Second), "second")
	}
	return ttl.String()
}

// now is replaced in tests.
var now = time.Now

func (k *Kind[T]) store(principal string) (Store, error) {
	if k.Store != nil {
		return k.Store, nil
	}
	return storeOf(principal)
}

func (k *Kind[T]) unknown() error {
	return &UnknownError{Kind: k.Name, TTL: k.TTL, MintedBy: k.MintedBy}
}

// answer turns a store's error into the one that callers see.
func (k *Kind[T]) answer(err error) error {
	if errors.Is(err, ErrUnknown) {
		return k.unknown()
	}
	return err
}

// Mint makes a handle that stands for nothing yet: the kind's name and 130 random bits.
func (k *Kind[T]) Mint() string { return k.Name + "_" + strings.ToLower(rand.Text()) }

// Create stores v for a principal and returns its handle.
func (k *Kind[T]) Create(ctx context.Context, principal string, v T) (handle string, err error) {
	handle = k.Mint()
	return handle, k.Put(ctx, principal, handle, v)
}

// Put stores v under a handle that Mint has made.
func (k *Kind[T]) Put(ctx context.Context, principal, handle string, v T) error {
	s, err := k.store(principal)
	if err != nil {
		return err
	}
	payload, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("handles: a %s cannot be stored: %w", k.Name, err)
	}
	at := now()
	return s.Insert(ctx, Record{Principal: principal, Handle: handle, Kind: k.Name, Expires: at.Add(k.TTL), Payload: payload}, at)
}

// Set stores v under a name that the principal has chosen, whether there is something under it or not. Other principals have names of
// their own.
func (k *Kind[T]) Set(ctx context.Context, principal, name string, v T) error {
	return competing(ctx, func() error {
		err := k.Put(ctx, principal, name, v)
		if !errors.Is(err, ErrExists) {
			return err
		}
		s, err := k.store(principal)
		if err != nil {
			return err
		}
		at := now()
		r, err := s.Load(ctx, principal, name, at)
		switch {
		case errors.Is(err, ErrUnknown):
			return ErrConflict // it has just expired
		case err != nil:
			return err
		case r.Kind != k.Name:
			return fmt.Errorf("handles: %q is the name of a %s", name, r.Kind)
		}
		if err := k.encode(&r, v); err != nil {
			return err
		}
		r.Expires = at.Add(k.TTL)
		return s.Save(ctx, r, nil, at)
	})
}

// load finds a record of this kind.
func (k *Kind[T]) load(ctx context.Context, s Store, principal, handle string) (Record, T, error) {
	var v T
	r, err := s.Load(ctx, principal, handle, now())
	if err == nil && r.Kind != k.Name {
		err = ErrUnknown // a handle of another kind is no handle here
	}
	if err != nil {
		return Record{}, v, k.answer(err)
	}
	if err := json.Unmarshal(r.Payload, &v); err != nil {
		return Record{}, v, fmt.Errorf("handles: a stored %s cannot be read: %w", k.Name, err)
	}
	return r, v, nil
}

// Get returns what the principal's handle stands for, or *UnknownError.
func (k *Kind[T]) Get(ctx context.Context, principal, handle string) (T, error) {
	var none T
	s, err := k.store(principal)
	if err != nil {
		return none, err
	}
	r, v, err := k.load(ctx, s, principal, handle)
	if err != nil {
		return none, err
	}
	if k.Sliding {
		r.Expires = now().Add(k.TTL)
		// Whoever was faster has extended the lifetime as well.
		if err := s.Save(ctx, r, nil, now()); err != nil && !errors.Is(err, ErrConflict) {
			return none, err
		}
	}
	return v, nil
}

// Update changes what the principal's handle stands for. Calls that compete are repeated, so that change may run several times: it
// should touch nothing but its argument. If it fails, nothing is changed.
func (k *Kind[T]) Update(ctx context.Context, principal, handle string, change func(*T) error) error {
	return k.edit(ctx, principal, handle, func(_ *Record, v *T) error { return change(v) })
}

// Take returns what the principal's handle stands for and ends the handle: of several calls at once, one gets it.
func (k *Kind[T]) Take(ctx context.Context, principal, handle string) (T, error) {
	var taken T
	err := k.edit(ctx, principal, handle, func(r *Record, v *T) error {
		r.Revoked, taken = true, *v
		return nil
	})
	return taken, err
}

// Revoke ends the principal's handle. Ending one that is not there is no error.
func (k *Kind[T]) Revoke(ctx context.Context, principal, handle string) error {
	err := k.edit(ctx, principal, handle, func(r *Record, _ *T) error {
		r.Revoked = true
		return nil
	})
	if errors.Is(err, ErrUnknown) {
		return nil
	}
	return err
}

func (k *Kind[T]) edit(ctx context.Context, principal, handle string, change func(*Record, *T) error) error {
	s, err := k.store(principal)
	if err != nil {
		return err
	}
	return competing(ctx, func() error {
		r, v, err := k.load(ctx, s, principal, handle)
		if err != nil {
			return err
		}
		if err := change(&r, &v); err != nil {
			return err
		}
		if err := k.encode(&r, v); err != nil {
			return err
		}
		return s.Save(ctx, r, nil, now())
	})
}

// encode puts a value into its record.
func (k *Kind[T]) encode(r *Record, v T) (err error) {
	if k.Sliding && !r.Revoked {
		r.Expires = now().Add(k.TTL)
	}
	if r.Payload, err = json.Marshal(v); err != nil {
		return fmt.Errorf("handles: a %s cannot be stored: %w", k.Name, err)
	}
	if r.Revoked {
		r.Payload = []byte("null") // nothing of it is left but the mark
	}
	return nil
}

// competing repeats f until no other call has come in between.
func competing(ctx context.Context, f func() error) error {
	for wait := time.Millisecond; ; wait = min(2*wait, 50*time.Millisecond) {
		err := f()
		if !errors.Is(err, ErrConflict) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}

// Entry is one handle of a principal.
type Entry[T any] struct {
	Handle  string
	Expires time.Time
	Value   T
}

// List returns the principal's handles of this kind, the first to expire first.
func (k *Kind[T]) List(ctx context.Context, principal string) ([]Entry[T], error) {
	s, err := k.store(principal)
	if err != nil {
		return nil, err
	}
	records, err := s.List(ctx, principal, k.Name, now())
	if err != nil {
		return nil, err
	}
	entries := make([]Entry[T], len(records))
	for i, r := range records {
		entries[i].Handle, entries[i].Expires = r.Handle, r.Expires
		if err := json.Unmarshal(r.Payload, &entries[i].Value); err != nil {
			return nil, fmt.Errorf("handles: a stored %s cannot be read: %w", k.Name, err)
		}
	}
	return entries, nil
}

// SweepEvery deletes what has expired, again and again until ctx ends. One replica that does it is enough; several do no harm.
func SweepEvery(ctx context.Context, s Store, every time.Duration, report func(deleted int, err error)) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			n, err := s.Sweep(ctx, now())
			if report != nil {
				report(n, err)
			}
		}
	}
}
