package handles

import (
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"strings"
)

// minKey is the least length of a key in bytes.
const minKey = 32

// Keys sign cursors and seal states. All replicas need the same ones.
type Keys struct {
	first string // the id of the key that signs and seals
	byID  map[string][]byte
}

// ParseKeys reads keys: pairs id=base64, joined by commas, each key of at least 32 random bytes. The first one signs and seals, all of
// them verify and open. To rotate, put a new key in front on all replicas, and drop the old one when what it made has expired. To
// avoid that a replica meets a key that it does not know yet, add the new key at the end first, and move it to the front once all
// replicas have it.
func ParseKeys(text string) (*Keys, error) {
	k := &Keys{byID: map[string][]byte{}}
	for _, pair := range strings.Split(text, ",") {
		id, secret, ok := strings.Cut(strings.TrimSpace(pair), "=")
		if !ok || id == "" || strings.ContainsAny(id, ". ") {
			return nil, errors.New("want pairs id=base64, joined by commas; an id has no dots and spaces")
		}
		raw, err := decodeBase64(secret)
		if err != nil {
			return nil, fmt.Errorf("key %s is not base64", id)
		}
		if len(raw) < minKey {
			return nil, fmt.Errorf("key %s has %d bytes: at least %d are needed (openssl rand -base64 %d)", id, len(raw), minKey, minKey)
		}
		if _, twice := k.byID[id]; twice {
			return nil, fmt.Errorf("there are two keys %s", id)
		}
		if k.first == "" {
			k.first = id
		}
		k.byID[id] = raw
	}
	return k, nil
}

// decodeBase64 takes all common alphabets, with padding or without.
func decodeBase64(s string) ([]byte, error) {
	s = strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(s, "="))
	return base64.RawStdEncoding.DecodeString(s)
}

// KeysFromEnv reads keys from an environment variable. A missing one is an error: a key made at random would be another one on each
// replica and after each start.
func KeysFromEnv(name string) (*Keys, error) {
	text := os.Getenv(name)
	if text == "" {
		return nil, fmt.Errorf("%s is not set: want the keys that all replicas share, as id=base64 (openssl rand -base64 %d)", name, minKey)
	}
	k, err := ParseKeys(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return k, nil
}

// Key returns the key that signs and seals, for a purpose of the caller's own: 32 bytes that nothing else uses.
func (k *Keys) Key(purpose string) []byte {
	key, err := k.derive(k.first, "key "+purpose)
	if err != nil {
		panic(err) // HKDF fails for lengths that are not used here
	}
	return key
}

// derive makes the key for one use out of a configured one, so that no text made for one use is good for another.
func (k *Keys) derive(id, use string) ([]byte, error) {
	secret, ok := k.byID[id]
	if !ok {
		return nil, errInvalid
	}
	return hkdf.Key(sha256.New, secret, nil, "handles "+use, minKey)
}

// errInvalid is why a text is not taken; callers see *UnknownError.
var errInvalid = errors.New("handles: not made here")

// bind joins parts so that different parts never give the same bytes.
func bind(parts ...string) []byte {
	var b []byte
	for _, p := range parts {
		b = fmt.Appendf(b, "%d:%s", len(p), p)
	}
	return b
}
