// Package neo4j declares what the tests use of the package.
package neo4j

import "context"

type (
	DriverWithContext interface {
		Close(ctx context.Context) error
	}
	ResultTransformer[T any] interface{ Complete() (T, error) }
	EagerResult              struct{ Keys []string }
)

func NewDriverWithContext(uri string) (DriverWithContext, error)
func EagerResultTransformer() ResultTransformer[*EagerResult]

func ExecuteQuery[T any](ctx context.Context, driver DriverWithContext, query string, parameters map[string]any, transformer func() ResultTransformer[T]) (T, error) {
	return transformer().Complete()
}
