// Package scaffold writes a package for handles into a user's module: a store
// that all replicas share, idempotency keys, signed cursors and sealed states.
// What it writes is the user's code from then on.
//
// The code is the module in the folder source, which is built and tested like
// any other; go generate packs it into source.txtar, because a module cannot
// embed the files of another one.
package scaffold

//go:generate go run ./internal/pack source source.txtar
