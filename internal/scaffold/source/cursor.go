package handles

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

// Cursors sign positions in lists. The client carries the position, so that nothing is stored; it can read it and cannot change it.
type Cursors struct {
	Keys *Keys         // nil means DefaultKeys
	TTL  time.Duration // how long a cursor is good for; 0 means an hour
}

const cursorTTL = time.Hour

type cursor struct {
	Expires int64           `json:"x"` // Unix seconds
	At      json.RawMessage `json:"at"`
}

// Next returns the cursor for the page that begins at a position. It is good for one principal and one tool.
func (c Cursors) Next(principal, tool string, at any) (string, error) {
	keys, err := keysOf(principal, c.Keys)
	if err != nil {
		return "", err
	}
	position, err := json.Marshal(at)
	if err != nil {
		return "", fmt.Errorf("handles: the position cannot be written: %w", err)
	}
	body, err := json.Marshal(cursor{Expires: now().Add(c.ttl()).Unix(), At: position})
	if err != nil {
		return "", err
	}
	mac, err := c.mac(keys, keys.first, principal, tool, body)
	if err != nil {
		return "", err
	}
	return keys.first + "." + encode(body) + "." + encode(mac), nil
}

// At reads the position out of a cursor. An empty cursor is the first page and leaves at alone. Any other text that Next did not make
// for this principal and tool, or whose time is over, gets *UnknownError.
func (c Cursors) At(principal, tool, text string, at any) error {
	if text == "" {
		return nil
	}
	keys, err := keysOf(principal, c.Keys)
	if err != nil {
		return err
	}
	bad := &UnknownError{Kind: "cursor", TTL: c.ttl(), MintedBy: tool + " without a cursor"}
	id, rest, _ := strings.Cut(text, ".")
	coded, sum, _ := strings.Cut(rest, ".")
	body, err1 := base64.RawURLEncoding.DecodeString(coded)
	mac, err2 := base64.RawURLEncoding.DecodeString(sum)
	if err1 != nil || err2 != nil {
		return bad
	}
	want, err := c.mac(keys, id, principal, tool, body)
	if err != nil || !hmac.Equal(mac, want) {
		return bad
	}
	var cur cursor
	if json.Unmarshal(body, &cur) != nil || now().Unix() >= cur.Expires || json.Unmarshal(cur.At, at) != nil {
		return bad
	}
	return nil
}

func (c Cursors) ttl() time.Duration {
	if c.TTL > 0 {
		return c.TTL
	}
	return cursorTTL
}

func (c Cursors) mac(keys *Keys, id, principal, tool string, body []byte) ([]byte, error) {
	key, err := keys.derive(id, "cursor")
	if err != nil {
		return nil, err
	}
	h := hmac.New(sha256.New, key)
	h.Write(bind(id, principal, tool, string(body)))
	return h.Sum(nil), nil
}

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// keysOf are the given keys, or the default ones. The user of a server over stdio needs no settings: such a server is one process, whose
// keys last as long as it does.
func keysOf(principal string, k *Keys) (*Keys, error) {
	switch {
	case k != nil:
		return k, nil
	case principal == LocalPrincipal && os.Getenv(KeysEnv) == "":
		return localKeys(), nil
	}
	return DefaultKeys()
}

var localKeys = sync.OnceValue(func() *Keys {
	secret := make([]byte, minKey)
	//mcpaudit:ignore sealkey a server over stdio is one process, and its clients go with it
	rand.Read(secret)
	return &Keys{first: "local", byID: map[string][]byte{"local": secret}}
})
