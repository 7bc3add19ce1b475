package handles

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

// The environment variables that all replicas share.
const (
	StoreEnv = "HANDLES_STORE" // where the store is: see Open
	KeysEnv  = "HANDLES_KEYS"  // the keys: see ParseKeys
)

// openers holds how to open the stores of this package, by the scheme of their address.
var openers = map[string]func(ctx context.Context, address string) (Store, error){
	"memory": func(context.Context, string) (Store, error) { return NewMemory(), nil },
}

// Open opens the store with the given address. "memory:" is one for a single process and for tests.
func Open(ctx context.Context, address string) (Store, error) {
	scheme, _, _ := strings.Cut(address, ":")
	open, ok := openers[scheme]
	if !ok {
		var known []string
		for s := range openers {
			known = append(known, s+":")
		}
		slices.Sort(known)
		return nil, fmt.Errorf("no store has the scheme %q: use %s", scheme, strings.Join(known, ", "))
	}
	return open(ctx, address)
}

// Default is the store in HANDLES_STORE, opened at the first call. Under go test, without HANDLES_STORE, it is one in memory.
func Default() (Store, error) { return defaultStore() }

var defaultStore = sync.OnceValues(func() (Store, error) {
	address := os.Getenv(StoreEnv)
	if address == "" {
		if testing.Testing() {
			return NewMemory(), nil
		}
		return nil, fmt.Errorf("%s is not set: want the address of the store that all replicas share", StoreEnv)
	}
	s, err := Open(context.Background(), address)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", StoreEnv, err)
	}
	return s, nil
})

// DefaultKeys are the keys in HANDLES_KEYS. Under go test, without HANDLES_KEYS, they are ones that everybody knows.
func DefaultKeys() (*Keys, error) { return defaultKeys() }

var defaultKeys = sync.OnceValues(func() (*Keys, error) {
	if os.Getenv(KeysEnv) == "" && testing.Testing() {
		return ParseKeys("test=" + strings.Repeat("test", minKey/3+1))
	}
	return KeysFromEnv(KeysEnv)
})

// MustOpen ends the program with a line on standard error if the store or the keys are missing or cannot be used. Call it before the
// server begins to serve, so that a replica that is configured wrongly never gets a request.
func MustOpen() {
	_, err := Default()
	_, keyErr := DefaultKeys()
	if err = errors.Join(err, keyErr); err != nil {
		fmt.Fprintln(os.Stderr, strings.ReplaceAll(err.Error(), "\n", "; "))
		os.Exit(1)
	}
}

// MustKeys is like MustOpen for the keys alone, and returns them.
func MustKeys() *Keys {
	k, err := DefaultKeys()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return k
}
