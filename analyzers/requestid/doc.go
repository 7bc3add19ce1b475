/*
Package requestid defines the rule requestid.

# Analyzer requestid

requestid: calls joined by the JSON-RPC id

A container is keyed by the id of the JSON-RPC message, or by the progress token that comes with it. Both are chosen by each
client, usually from 1 upwards, and a request that is sent again has a new one: the key neither tells callers apart nor recognises
a repeat.

## Flagged

  - containers that are keyed by a request id or a progress token and outlive the call.

## Not flagged

  - ids that are only logged or sent back;
  - ids that the program gives to requests of its own.

## Rewrite

An idempotency key for repeats; the context of the call for what belongs to one call. Before:

	if res, ok := s.done[req.Params.Meta.ProgressToken]; ok {
		return res, nil
	}

After:

	if res, ok := s.done.Get(ctx, principal(ctx), req.GetString("idempotency_key", "")); ok {
		return res, nil
	}

## Limits

  - A map that only measures times is reported as well, at low severity: with two clients it mixes them up.
*/
package requestid
