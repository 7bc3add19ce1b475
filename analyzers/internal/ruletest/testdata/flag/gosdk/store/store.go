// Package store is a package of the program.
package store

func Get(key string) string { return key }
