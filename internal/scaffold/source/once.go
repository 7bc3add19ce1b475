package handles

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// How long results and claims are kept.
var (
	// ResultTTL is how long the result of a call is remembered under its idempotency key.
	ResultTTL = 24 * time.Hour
	// ClaimLease is how long a running call is believed to be alive after its last sign of life. It gives one every third of it.
	ClaimLease = 30 * time.Second
	// ClaimWait is how long a repetition waits for a first call that is still running.
	ClaimWait = 20 * time.Second
)

// Answers to repetitions that get no result. Their texts are for the model that made the call.
var (
	// ErrRunning means that the first call with this key still runs.
	ErrRunning = errors.New("the first call with this idempotency key is still running: send the same call again in a while")
	// ErrUncertain means that the first call stopped half-way, when its process ended. Nobody knows whether its effect took place.
	ErrUncertain = errors.New("the first call with this idempotency key did not come to its end, and its effect may have taken place: " +
		"look whether it did, and if not call again with a new key")
	// ErrNoKey means that a call brought an empty key.
	ErrNoKey = errors.New("idempotency_key is missing: choose a random one for each intended effect, and send the same one when you repeat the call")
)

// Once runs a write at most once for each principal, scope and key, and returns its result to every repetition. The scope is the handle
// that the write is about, or the tool's name: the same key in another scope is new work. R must survive encoding/json.
//
// A repetition while the first call is running waits for it, up to ClaimWait, and then gets ErrRunning. If the process of the first
// call ended in between, repetitions get ErrUncertain. If write returns an error nothing is recorded and a repetition runs again: it
// should return one only when there was no effect.
//
// For a write to the state behind a handle use Apply, which cannot be uncertain.
func Once[R any](ctx context.Context, s Store, principal, scope, key string, write func(context.Context) (R, error)) (result R, repeated bool, err error) {
	if key == "" {
		return result, false, ErrNoKey
	}
	if s == nil {
		if s, err = storeOf(principal); err != nil {
			return result, false, err
		}
	}
	claim := Result{Principal: principal, Scope: scope, Key: key, Token: rand.Text(), Running: true}
	if first, err := claimed(ctx, s, claim); err != nil || first != nil {
		if err == nil {
			err = decode(first.Body, &result)
		}
		return result, true, err
	}

	stop := alive(ctx, s, claim)
	defer stop() // if write panics, the lease ends, and the outcome is uncertain
	result, err = write(ctx)
	stop()
	// The client may be gone; what was done must be recorded all the same.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), ClaimLease)
	defer cancel()
	if err != nil {
		return result, false, errors.Join(err, s.Release(ctx, claim))
	}
	claim.Running, claim.Expires = false, now().Add(ResultTTL)
	if claim.Body, err = json.Marshal(result); err != nil {
		return result, false, fmt.Errorf("handles: the result cannot be stored: %w", err)
	}
	return result, false, s.Finish(ctx, claim)
}

func decode(body []byte, result any) error {
	if err := json.Unmarshal(body, result); err != nil {
		return fmt.Errorf("handles: a stored result cannot be read: %w", err)
	}
	return nil
}

// claimed reserves a key. It returns the result of the first call if there is one.
func claimed(ctx context.Context, s Store, claim Result) (*Result, error) {
	limit := time.After(ClaimWait)
	for wait := 5 * time.Millisecond; ; wait = min(2*wait, 500*time.Millisecond) {
		at := now()
		claim.Lease, claim.Expires = at.Add(ClaimLease), at.Add(ResultTTL)
		first, ok, err := s.Claim(ctx, claim, at)
		switch {
		case err != nil:
			return nil, err
		case ok:
			return nil, nil
		case !first.Running:
			return &first, nil
		case first.Lease.Before(at):
			return nil, ErrUncertain
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-limit:
			return nil, ErrRunning
		case <-time.After(wait):
		}
	}
}

// alive extends the lease of a claim until it is stopped.
func alive(ctx context.Context, s Store, claim Result) (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(ClaimLease / 3)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				at := now()
				claim.Lease, claim.Expires = at.Add(ClaimLease), at.Add(ResultTTL)
				// If this fails, the lease ends and repetitions are told that the outcome is uncertain.
				_, _, _ = s.Claim(ctx, claim, at)
			}
		}
	}()
	return func() {
		cancel()
		<-done
	}
}

// Apply changes what the principal's handle stands for and records the result under the key, both in one transaction. A repetition
// changes nothing and returns the first result; the same key with another handle is new work. change may run several times when calls
// compete: it should touch nothing but its argument.
func Apply[T, R any](ctx context.Context, k *Kind[T], principal, handle, key string, change func(*T) (R, error)) (result R, repeated bool, err error) {
	if key == "" {
		return result, false, ErrNoKey
	}
	s, err := k.store(principal)
	if err != nil {
		return result, false, err
	}
	err = competing(ctx, func() error {
		r, v, err := k.load(ctx, s, principal, handle)
		if err != nil {
			return err
		}
		switch first, err := s.Recorded(ctx, principal, handle, key, now()); {
		case err == nil && first.Running:
			return ErrRunning // a call of Once in the scope of this handle
		case err == nil:
			repeated = true
			return decode(first.Body, &result)
		case !errors.Is(err, ErrUnknown):
			return err
		}
		if result, err = change(&v); err != nil {
			return err
		}
		if err := k.encode(&r, v); err != nil {
			return err
		}
		body, err := json.Marshal(result)
		if err != nil {
			return fmt.Errorf("handles: the result cannot be stored: %w", err)
		}
		return s.Save(ctx, r, &Result{Principal: principal, Scope: handle, Key: key, Expires: now().Add(ResultTTL), Body: body}, now())
	})
	return result, repeated, err
}
