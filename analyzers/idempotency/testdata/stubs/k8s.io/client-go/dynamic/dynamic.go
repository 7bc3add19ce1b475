// Package dynamic stands in for the client of any kind of object.
package dynamic

import "context"

type ResourceInterface interface {
	Create(ctx context.Context, obj any, subresources ...string) (any, error)
	Apply(ctx context.Context, name string, obj any, subresources ...string) (any, error)
}
