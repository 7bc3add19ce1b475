/*
Package handshake defines the rule handshake.

# Analyzer handshake

handshake: context taken once at the handshake and relied on later

The handshake is gone: what a server learnt at `initialize` (the client's name, its capabilities, the tenant of its token) is not
there on the next request. Hooks of the handshake never run for new clients, so that what they prepare is missing.

## Flagged

- memory that a hook of the handshake writes and a request reads;
- client information of the session that decides an answer, or is dereferenced without a check;
- values of the first caller kept for all later ones.

## Not flagged

- hooks that only log;
- client information of the request itself (`_meta`);
- context functions that run on every request.

## Rewrite

Read `_meta` of the request (`req.ClientInfo()`, `ProtocolVersion()`) and resolve everything else from the verified token on each
call.

## Limits

What a hook does through another process is not seen.
*/
package handshake
