// A library gives its users keys that only one host has.
package keys

import (
	"crypto/rand"
	"crypto/sha256"
	"os"
	"path/filepath"
)

// Cookie signs cookies.
func CookieKey() []byte {
	host, _ := os.Hostname() // want "^high likely keys.CookieKey: key: the key is derived from what the host is called"
	sum := sha256.Sum256([]byte("cookie:" + host))
	return sum[:]
}

// Ticket seals tickets.
func Ticket(dir string) ([]byte, error) {
	name := filepath.Join(dir, "ticket.key")
	if b, err := os.ReadFile(name); err == nil {
		return b, nil
	}
	b := make([]byte, 32)
	rand.Read(b) // want "^medium likely keys.Ticket: key: an instance that finds no key file makes its own key"
	return b, os.WriteFile(name, b, 0o600)
}

// Instance tells hosts apart in logs.
func Instance() string {
	host, _ := os.Hostname()
	return host
}

// Cached makes a sample once.
func Cached(dir string) ([]byte, error) {
	name := filepath.Join(dir, "sample.bin")
	if b, err := os.ReadFile(name); err == nil {
		return b, nil
	}
	b := make([]byte, 4096)
	rand.Read(b)
	return b, os.WriteFile(name, b, 0o600)
}
