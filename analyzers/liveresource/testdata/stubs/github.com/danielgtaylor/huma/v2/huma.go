// Package huma declares what the tests use of the framework's package.
package huma

import "context"

type API interface{ OpenAPI() string }

type Operation struct {
	OperationID, Method, Path string
}

func Register[I, O any](api API, op Operation, handler func(context.Context, *I) (*O, error)) {}
