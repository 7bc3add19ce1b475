/*
Package hints defines the rule hints.

# Analyzer hints

hints: a tool's annotations say something else than its code does, or a tool that writes has none

Clients decide by the annotations whether to ask their user before a call and whether to send it again after a failure. A tool that
is annotated read-only and writes is called without a question; one that is annotated idempotent and is not is retried.

The specification (2026-07-28, schema, ToolAnnotations) defines readOnlyHint, destructiveHint and idempotentHint; without
annotations a tool counts as neither read-only nor idempotent, and as destructive.

## Flagged

  - readOnlyHint true on a tool that is proven to write outside the process;
  - idempotentHint true on a tool that is proven to do its work again when called again;
  - destructiveHint false on a tool that is named for deleting and is proven to delete;
  - a tool that writes and has no annotations at all (low).

## Not flagged

  - what is only likely: clients that no table knows, programs, POST requests that may ask as well as change;
  - tools made by constructors that fill in the defaults;
  - memory of the process, caches, temporary files, logs.

## Rewrite

State the hints that the code keeps: readOnlyHint for tools that only read; destructiveHint false for tools that only add;
idempotentHint once the rule idempotency is silent on the tool.

	&mcp.Tool{Name: "delete_note", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}   // before
	&mcp.Tool{Name: "delete_note", Annotations: &mcp.ToolAnnotations{IdempotentHint: true}} // after

## Limits

Annotations that are computed at run time are not judged.
*/
package hints
