/*
Package cancellation defines the rule cancellation.

# Analyzer cancellation

cancellation: writes that go on when the client is gone

Over HTTP a client cancels a call by closing its stream, and there is no other way. A handler that lost the context of the request on its
way to a write finishes the write for nobody, while the client sends the call again.

The specification (2026-07-28, basic/transports and basic/utilities/cancellation) takes a closed stream for the cancellation of the
request, and says that the server should stop the work.

## Flagged

  - a streamable HTTP transport of an SDK that cancels handlers only when an option says so, without the option: medium if some tool's
    write is no repeatable one, low if tools write at all, otherwise worth knowing only; shown with --min-confidence possible;
  - writes to an outside service, a database, another MCP server, and programs that the caller chooses, where the context on the way is
    context.Background() or TODO(), one that a field or a captured variable keeps from start-up, or none although a variant of the call
    takes one: one card for each package that loses it;
  - a middleware that calls every handler with such a context, where handlers write with the context that they are given.

## Not flagged

  - reads;
  - what is deferred, and what rolls back, closes, releases, audits or measures;
  - context.WithoutCancel, which says that the work is to be finished;
  - programs of the server's own machinery;
  - handlers that are given no context by their framework;
  - clients that take their context from somewhere else.

## Rewrite

Pass the context through. Before:

	func (s *Store) Publish(a Artifact) error {
		_, err := s.bucket.PutObject(context.Background(), a.input())
		return err
	}

After:

	func (s *Store) Publish(ctx context.Context, a Artifact) error {
		_, err := s.bucket.PutObject(ctx, a.input())
		return err
	}

	h := mcp.NewStreamableHTTPHandler(server, &mcp.StreamableHTTPOptions{Stateless: true, PropagateRequestCancellation: true})

## Limits

  - A context that a function of the program's own makes is taken for one that is meant.
  - Loops and sleeps that never look at their context are not seen.
*/
package cancellation
