package handles

import (
	"context"
	"encoding/base64"
	"errors"
	"strings"
	"testing"
	"time"
)

// testKeys makes keys with the given ids, each the same at every call.
func testKeys(t *testing.T, ids ...string) *Keys {
	t.Helper()
	var pairs []string
	for _, id := range ids {
		pairs = append(pairs, id+"="+base64.StdEncoding.EncodeToString([]byte(strings.Repeat(id, minKey))))
	}
	k, err := ParseKeys(strings.Join(pairs, ","))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// sealed is a way to carry a value through a client.
type sealed struct {
	make func(k *Keys, who, tool string) (string, error)
	read func(k *Keys, who, tool, text string) (int, error)
}

var ways = map[string]sealed{
	"cursor": {
		make: func(k *Keys, who, tool string) (string, error) { return Cursors{Keys: k}.Next(who, tool, 42) },
		read: func(k *Keys, who, tool, text string) (n int, err error) {
			err = Cursors{Keys: k}.At(who, tool, text, &n)
			return n, err
		},
	},
	"state": {
		make: func(k *Keys, who, tool string) (string, error) { return States{Keys: k}.Seal(who, tool, args{"x"}, 42) },
		read: func(k *Keys, who, tool, text string) (n int, err error) {
			err = States{Keys: k}.Open(context.Background(), who, tool, args{"x"}, text, &n)
			return n, err
		},
	},
}

type args struct{ Target string }

func TestSealed(t *testing.T) {
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			keys := testKeys(t, "a")
			text, err := way.make(keys, "alice", "list")
			if err != nil {
				t.Fatal(err)
			}
			if n, err := way.read(keys, "alice", "list", text); err != nil || n != 42 {
				t.Fatalf("got %d, %v", n, err)
			}
			if n, err := way.read(testKeys(t, "b", "a"), "alice", "list", text); err != nil || n != 42 {
				t.Errorf("with the key in second place: %d, %v", n, err)
			}
			refused := func(what string, k *Keys, who, tool, text string) {
				t.Helper()
				if n, err := way.read(k, who, tool, text); !errors.Is(err, ErrUnknown) {
					t.Errorf("%s: %d, %v", what, n, err)
				}
			}
			refused("another principal", keys, "bob", "list", text)
			refused("another tool", keys, "alice", "delete", text)
			refused("parts that run into each other", keys, "alicel", "ist", text)
			refused("without the key", testKeys(t, "b"), "alice", "list", text)
			for i := range text {
				changed := []byte(text)
				if changed[i] = 'A'; text[i] == 'A' {
					changed[i] = 'B'
				}
				if n, err := way.read(keys, "alice", "list", string(changed)); err == nil && !sameBytes(text, string(changed)) {
					t.Fatalf("changed at %d: %d", i, n)
				}
			}
			for _, junk := range []string{"a", "a.", "a..", ".", "a.x.y", text[:len(text)-6], text + "AAAA", "b" + text[1:]} {
				refused("junk "+junk, keys, "alice", "list", junk)
			}
			other, err := ways[map[string]string{"cursor": "state", "state": "cursor"}[name]].make(keys, "alice", "list")
			if err != nil {
				t.Fatal(err)
			}
			refused("a text made for another use", keys, "alice", "list", other)

			defer func(f func() time.Time) { now = f }(now)
			now = func() time.Time { return time.Now().Add(2 * time.Hour) }
			refused("expired", keys, "alice", "list", text)
		})
	}
}

// sameBytes reports whether two texts differ only in bits that base64 does not use at its end.
func sameBytes(a, b string) bool {
	as, bs := strings.Split(a, "."), strings.Split(b, ".")
	for i := range as {
		if i == 0 {
			if as[0] != bs[0] {
				return false
			}
			continue
		}
		x, err1 := base64.RawURLEncoding.DecodeString(as[i])
		y, err2 := base64.RawURLEncoding.DecodeString(bs[i])
		if err1 != nil || err2 != nil || string(x) != string(y) {
			return false
		}
	}
	return true
}

func TestFirstPage(t *testing.T) {
	n := 7
	if err := (Cursors{Keys: testKeys(t, "a")}).At("alice", "list", "", &n); err != nil || n != 7 {
		t.Errorf("an empty cursor: %d, %v", n, err)
	}
}

func TestStateArguments(t *testing.T) {
	s := States{Keys: testKeys(t, "a")}
	text, err := s.Seal("alice", "pay", map[string]any{"to": "x", "amount": 1}, "confirmed by the caller")
	if err != nil {
		t.Fatal(err)
	}
	var v string
	if err := s.Open(t.Context(), "alice", "pay", struct {
		Amount float64 `json:"amount"`
		To     string  `json:"to"`
	}{1, "x"}, text, &v); err != nil || v != "confirmed by the caller" {
		t.Errorf("the same arguments in another form: %q, %v", v, err)
	}
	if err := s.Open(t.Context(), "alice", "pay", map[string]any{"to": "y", "amount": 1}, text, &v); !errors.Is(err, ErrUnknown) {
		t.Errorf("other arguments: %v", err)
	}
	if strings.Contains(text, "confirmed") || len(text) < 60 {
		t.Errorf("%q does not look sealed", text)
	}
}

func TestKeys(t *testing.T) {
	good := base64.RawURLEncoding.EncodeToString(make([]byte, minKey))
	for text, want := range map[string]string{
		"":                         "id=base64",
		"a":                        "id=base64",
		"=" + good:                 "id=base64",
		"a.b=" + good:              "no dots",
		"a=!":                      "not base64",
		"a=AAAA":                   "at least 32",
		"a=" + good + ",a=" + good: "two keys",
	} {
		if _, err := ParseKeys(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	for _, text := range []string{"a=" + good, "a=" + good + "=", " b = x,a"[:0] + "a=" + good + ", b=" + good} {
		if _, err := ParseKeys(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	t.Setenv("SOME_KEYS", "")
	if _, err := KeysFromEnv("SOME_KEYS"); err == nil || !strings.Contains(err.Error(), "SOME_KEYS is not set") {
		t.Errorf("no keys: %v", err)
	}
	t.Setenv("SOME_KEYS", "a=x")
	if _, err := KeysFromEnv("SOME_KEYS"); err == nil || !strings.Contains(err.Error(), "SOME_KEYS") {
		t.Errorf("bad keys: %v", err)
	}
	k := testKeys(t, "a")
	if a, b := k.Key("jwt"), k.Key("cookie"); len(a) != minKey || string(a) == string(b) || string(a) != string(k.Key("jwt")) {
		t.Error("keys for two purposes must differ, and stay the same")
	}
}

func TestOpen(t *testing.T) {
	if _, err := Open(t.Context(), "nowhere://x"); err == nil || !strings.Contains(err.Error(), "memory:") {
		t.Errorf("an unknown scheme: %v", err)
	}
	if s, err := Default(); err != nil || s == nil {
		t.Errorf("under go test: %v", err)
	}
	if k, err := DefaultKeys(); err != nil || k == nil {
		t.Errorf("under go test: %v", err)
	}
}

func TestLifetimeText(t *testing.T) {
	for d, want := range map[time.Duration]string{
		time.Hour: "1 hour", 24 * time.Hour: "24 hours", 72 * time.Hour: "3 days", 90 * time.Minute: "90 minutes", 15 * time.Second: "15 seconds", 1500 * time.Millisecond: "1 second", time.Millisecond: "1ms",
	} {
		if got := Lifetime(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}
