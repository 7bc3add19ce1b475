package handles

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// States seal what a tool asks its client to bring back with the next round (requestState). The client can neither read nor change it,
// and it is good only for the principal, the tool and the arguments that it was made for.
type States struct {
	Keys   *Keys         // nil means DefaultKeys
	TTL    time.Duration // how long a state is good for; 0 means 10 minutes
	Single bool          // a state is good for one opening; needs the store
	Store  Store         // nil means Default; used only with Single
}

const stateTTL = 10 * time.Minute

type state struct {
	ID      string          `json:"id"`
	Expires int64           `json:"x"` // Unix milliseconds
	Value   json.RawMessage `json:"v"`
}

// Seal seals v for a principal, a tool and the arguments of the call.
func (s States) Seal(principal, tool string, args, v any) (string, error) {
	keys, err := keysOf(principal, s.Keys)
	if err != nil {
		return "", err
	}
	value, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("handles: the state cannot be written: %w", err)
	}
	plain, err := json.Marshal(state{ID: rand.Text(), Expires: now().Add(s.ttl()).UnixMilli(), Value: value})
	if err != nil {
		return "", err
	}
	aead, err := s.aead(keys, keys.first)
	if err != nil {
		return "", err
	}
	bound, err := s.bound(keys.first, principal, tool, args)
	if err != nil {
		return "", err
	}
	return keys.first + "." + encode(aead.Seal(nil, nil, plain, bound)), nil
}

// Open reads a state into v. A text that Seal did not make for this principal, tool and arguments, whose time is over, or that was
// opened before when Single is set, gets *UnknownError: ask again.
func (s States) Open(ctx context.Context, principal, tool string, args any, text string, v any) error {
	keys, err := keysOf(principal, s.Keys)
	if err != nil {
		return err
	}
	bad := &UnknownError{Kind: "request state", TTL: s.ttl(), MintedBy: tool + " again from the start"}
	id, coded, _ := strings.Cut(text, ".")
	sealed, err := base64.RawURLEncoding.DecodeString(coded)
	if err != nil {
		return bad
	}
	aead, err := s.aead(keys, id)
	if err != nil {
		return bad
	}
	bound, err := s.bound(id, principal, tool, args)
	if err != nil {
		return err
	}
	plain, err := aead.Open(nil, nil, sealed, bound)
	if err != nil {
		return bad
	}
	var st state
	if json.Unmarshal(plain, &st) != nil {
		return bad
	}
	expires := time.UnixMilli(st.Expires)
	if !now().Before(expires) {
		return bad
	}
	if s.Single {
		store := s.Store
		if store == nil {
			if store, err = storeOf(principal); err != nil {
				return err
			}
		}
		first, err := store.Spend(ctx, st.ID, expires, now())
		if err != nil {
			return err
		}
		if !first {
			return bad
		}
	}
	if json.Unmarshal(st.Value, v) != nil {
		return bad
	}
	return nil
}

func (s States) ttl() time.Duration {
	if s.TTL > 0 {
		return s.TTL
	}
	return stateTTL
}

func (s States) aead(keys *Keys, id string) (cipher.AEAD, error) {
	key, err := keys.derive(id, "state")
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// bound is what a state is tied to without holding it. The arguments come in as a digest of their JSON.
func (s States) bound(id, principal, tool string, args any) ([]byte, error) {
	data, err := json.Marshal(args)
	if err != nil {
		return nil, fmt.Errorf("handles: the arguments cannot be written: %w", err)
	}
	// Numbers and the order of names do not depend on how the client wrote them.
	var plain any
	if err := json.Unmarshal(data, &plain); err != nil {
		return nil, err
	}
	if data, err = json.Marshal(plain); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	return bind(id, principal, tool, hex.EncodeToString(sum[:])), nil
}
