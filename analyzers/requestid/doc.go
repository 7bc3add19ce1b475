/*
Package requestid defines the rule requestid.

# Analyzer requestid

requestid: calls joined by the JSON-RPC id

A container is keyed by the id of the JSON-RPC message. Ids are chosen by each client, usually from 1 upwards, and a request that is
sent again has a new one: the key neither tells callers apart nor recognises a repeat.

## Flagged

- containers that are keyed by a request id or a progress token and outlive the call.

## Not flagged

- ids that are only logged.

## Rewrite

An idempotency key for repeats; the context of the call for what belongs to one call.

## Limits

A map that only measures times is reported as well, at low severity: with two clients it mixes them up.
*/
package requestid
