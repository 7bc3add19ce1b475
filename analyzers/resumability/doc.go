/*
Package resumability defines the rule resumability.

# Analyzer resumability

resumability: streams that clients are expected to resume

Event stores and `Last-Event-ID` let a client take up a broken stream. The 2026-07-28 revision has neither: the client sends the
request again, as a new one.

## Flagged

- event stores given to a transport, calls that close a stream on purpose to have it resumed;
- reads of the header `Last-Event-ID`.

## Not flagged

- stores of events that belong to the application.

## Rewrite

None: make writes safe to repeat (see idempotency) and drop the store.

## Limits

A store behind an interface of the module is judged by where it is given to the transport.
*/
package resumability
