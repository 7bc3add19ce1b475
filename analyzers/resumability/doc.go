/*
Package resumability defines the rule resumability.

# Analyzer resumability

resumability: streams that clients are expected to resume

Event stores let a client take up a broken stream where it left off. The 2026-07-28 revision has no resumption: the client sends the
request again, as a new one, and what was kept for it is never asked for.

## Flagged

  - event stores given to a transport;
  - calls that close a stream on purpose to have it resumed.

## Not flagged

  - stores of events that belong to the application;
  - a store that callers of a library choose (reported as info).

## Rewrite

None in the transport: drop the store, and make every write safe to repeat (see idempotency). Before:

	&mcp.StreamableHTTPOptions{EventStore: mcp.NewMemoryEventStore(nil)}

After:

	&mcp.StreamableHTTPOptions{Stateless: true}

A call that takes longer than a connection lasts becomes a task whose record all replicas read (see task).

## Limits

  - A store behind an interface of the module is judged by where it is given to the transport.
  - A transport written by hand that answers the header `Last-Event-ID` is not recognised.
*/
package resumability
