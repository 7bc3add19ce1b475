package cli

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"
)

// A crashError is a panic of an audit. It must not end the process by itself: Go's exit code for it means wrong usage here.
type crashError struct {
	value any
	stack []byte
}

func (e *crashError) Error() string {
	return fmt.Sprintf("internal error: %v; please report it with the lines below", e.value)
}

// grace is how long an interrupted run may take to clean up.
const grace = 2 * time.Second

// guarded does long work with its progress on a terminal. A panic becomes an error, and after an interrupt it comes back soon, whatever
// the work is busy with.
func guarded[T any](ctx context.Context, p *Program, work func(update func(stage string, done, total int)) (T, error)) (T, error) {
	progress := newProgress(p.Stderr, isTerminal(p.Stderr) && p.Getenv("TERM") != "dumb")
	defer progress.close()

	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				done <- result{err: &crashError{v, debug.Stack()}}
			}
		}()
		value, err := work(progress.update)
		done <- result{value, err}
	}()
	select {
	case res := <-done:
		return res.value, res.err
	case <-ctx.Done():
	}
	select {
	case <-done:
	case <-time.After(grace):
	}
	var none T
	return none, ctx.Err()
}
