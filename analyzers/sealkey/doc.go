/*
Package sealkey defines the rule sealkey.

# Analyzer sealkey

sealkey: a key made per process that seals what comes back later

A key that is made at random when the process starts signs or seals something that a client brings back: a token, a cookie, a
cursor, a request state. Another replica, or the same one after a restart, cannot verify it.

## Flagged

  - random bytes and random ids that reach a signing, sealing or verifying function, kept in a package variable, a field or a
    captured variable, also behind sync.Once and as the fallback when the configured key is empty;
  - random tokens of the process that requests are compared with;
  - keys that are derived from what the host is called;
  - random keys for a file that the same function looks for first (medium): each disk gets its own.

## Not flagged

  - nonces, ids, PKCE verifiers, salts, and the state of a login that the process itself waits for;
  - keys from configuration, also bad ones: a well-known default is the same on every replica;
  - keys that are kept beyond the process in a configuration, a database or a key ring;
  - keys in a file that only stand in for a configured one (info);
  - keys in a module that serves stdio only (info).

## Rewrite

One key from configuration, shared by all replicas, with an id so that it can be rotated; refuse to start without it. Before:

	key := []byte(os.Getenv("STATE_KEY"))
	if len(key) == 0 {
		key = make([]byte, 32)
		rand.Read(key) // each replica has its own
	}

After:

	key, err := base64.StdEncoding.DecodeString(os.Getenv("STATE_KEY"))
	if err != nil || len(key) != 32 {
		return errors.New("STATE_KEY: want 32 bytes in base64, the same for all replicas")
	}

## Limits

  - A key in a file is as shared as the file's volume, which the code does not show.
  - What the users of a library do with a key that it gives them is not seen: such keys are recognised by the names of the function
    and of the file.
  - In a program that serves stdio or HTTP by choice, a key that only the stdio path uses is reported like one of the HTTP path.
  - Signing libraries that no table lists are not seen.
*/
package sealkey
