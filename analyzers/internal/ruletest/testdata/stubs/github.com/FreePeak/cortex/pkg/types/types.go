// Package types declares what the tests use of the framework's package.
package types

type ClientSession struct {
	ID        string
	UserAgent string
	Connected bool
}

type Tool struct {
	Name        string
	Description string
}
