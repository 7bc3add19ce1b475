/*
Package liveresource defines the rule liveresource.

# Analyzer liveresource

liveresource: a live resource held between calls

A browser page, a transaction, a shell, a debugger, an upstream MCP session or a subprocess is opened by one call and used by
another. It cannot move to another replica, and it is gone after a restart.

## Flagged

  - fields, variables and container entries that outlive the call, hold a resource of this process (or a struct around one), and
    are set on a request path;
  - clients of other MCP servers that all callers share.

## Not flagged

- connection pools and clients made from configuration that hold nothing of a caller;
- resources opened and closed inside one call.

## Rewrite

Lease it: a record in a shared store with owner, expiry and what is needed to make it again; a handle for the client; the
affinity that stays is documented.

## Limits

What counts as a live resource is a table of types; a resource behind an interface of the module is seen by what is stored in it.
*/
package liveresource
