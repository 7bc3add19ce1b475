// Package backoff declares what the tests use of the library.
package backoff

import "context"

type (
	Operation[T any] func() (T, error)
	RetryOption      func()
)

func Retry[T any](ctx context.Context, operation Operation[T], opts ...RetryOption) (T, error) {
	var zero T
	return zero, nil
}
