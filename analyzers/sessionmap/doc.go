/*
Package sessionmap defines the rule sessionmap.

# Analyzer sessionmap

sessionmap: state keyed by the protocol session

A container is keyed by the session id, by the session object or by the session header. The 2026-07-28 revision has no sessions:
the id is empty and the object is new on every request.

Under a stateless transport this is worse than a miss. The empty id is one key for every caller, so that one caller reads what
another stored; a map keyed by the object never hits and only grows.

## Flagged

- maps, `sync.Map`, caches and slices in package variables, fields and captured variables, keyed by a session through any wrapper;
- with a stateless transport in the same module: a blocker of its own, because callers share one entry.

## Not flagged

- sessions of other protocols: LSP, DAP, gRPC, databases, cookies;
- what is keyed by principal, credential digest or an argument.

## Rewrite

Key a shared store by `principal:handle`, mint the handle in the tool that creates, take it as an argument in the tools that use.

## Limits

A key that comes from outside the module is recognised by its name only, at low confidence.
*/
package sessionmap
