/*
Package sealkey defines the rule sealkey.

# Analyzer sealkey

sealkey: a key made per process that seals what comes back later

A key that is made at random when the process starts signs or seals something that a client brings back: a token, a cookie, a
cursor, a request state. Another replica, or the same one after a restart, cannot verify it.

## Flagged

  - key material from `crypto/rand`, key generators or random ids that reaches a signing, sealing or verifying function, kept in a
    package variable, a field or a captured variable, also as the fallback when the configured key is empty;
  - random tokens of the process that requests are compared with.

## Not flagged

- nonces, ids, PKCE verifiers, salts;
- keys from configuration;
- keys of a process that serves stdio only.

## Rewrite

One key from configuration, shared by all replicas, with an id for rotation; refuse to start without it.

## Limits

A key that is generated once and kept in a file is as shared as the file's volume: reported at low severity.
*/
package sealkey
