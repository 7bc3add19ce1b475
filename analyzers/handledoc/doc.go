/*
Package handledoc defines the rule handledoc.

# Analyzer handledoc

handledoc: handles whose lifetime nobody is told

A model that gets a handle has only the tool's description and the answers to go by. When nothing says how long the handle is good for, it
tries an old one; when the error only says "not found", it does not know that the thing expired, nor what to call for a new one.

The specification (2026-07-28, server/tools, stateful tools) wants the lifetime in the description of the tool that makes the handle, and
an error of the tool's execution that says when a handle has expired.

## Flagged

  - a tool that mints the id of state which another call finds by an argument, and whose description says nothing of a lifetime: medium if
    entries leave by themselves, low otherwise;
  - with it, the answer to an unknown handle when it says neither that the handle may have expired nor what to call instead.

## Not flagged

  - descriptions that name a time, an event or a condition after which the handle is gone, or a tool that ends it;
  - names that callers choose themselves;
  - caches;
  - descriptions that are not constant.

## Rewrite

One sentence in the description, and an error to act on. Before:

	mcp.AddTool(srv, &mcp.Tool{Name: "open_basket", Description: "Opens a basket."}, s.open)

	return nil, nil, fmt.Errorf("basket %s not found", in.BasketID)

After:

	mcp.AddTool(srv, &mcp.Tool{Name: "open_basket", Description: "Opens a basket. Its id is good for 2 hours."}, s.open)

	return nil, nil, fmt.Errorf("basket %s is unknown or has expired: call open_basket for a new one", in.BasketID)

`mcpaudit fix` adds a sentence that is true of everything in the memory of a process: the handle is good until the server restarts, at
most. It refuses where entries leave by themselves, since it does not know after how long, and where the description is not a text that is
written in place. The error is left to you.

## Limits

  - Handles to what a database or another store keeps are not seen.
  - Any word about time or an end counts as a lifetime, whatever it is about.
*/
package handledoc
