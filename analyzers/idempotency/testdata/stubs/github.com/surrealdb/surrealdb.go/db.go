// Package surrealdb declares what the tests use of the package.
package surrealdb

import "context"

type DB struct{ url string }

type QueryResult[T any] struct {
	Status string
	Result T
}

func FromEndpointURLString(ctx context.Context, url string) (*DB, error)

func Query[T any](ctx context.Context, db *DB, sql string, vars map[string]any) (*[]QueryResult[T], error) {
	return nil, nil
}

func Upsert[T any](ctx context.Context, db *DB, what string, data any) (*T, error) { return nil, nil }
