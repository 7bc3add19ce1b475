// Package uuid declares what the tests use of the library.
package uuid

type UUID [16]byte

func New() UUID { return UUID{} }

func (u UUID) String() string { return "" }
