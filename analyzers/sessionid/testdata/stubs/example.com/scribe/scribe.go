// Package scribe declares a logging library.
package scribe

func Write(what string, args ...any) {}
