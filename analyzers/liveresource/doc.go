/*
Package liveresource defines the rule liveresource.

# Analyzer liveresource

liveresource: a live resource held between calls

A browser page, a transaction, a shell, a debugger, an upstream MCP session or a subprocess is opened by one call and used by
another. It cannot move to another replica, and it is gone after a restart.

The specification (2026-07-28, basic, statelessness) says that a server should not require one process for related operations.

## Flagged

  - fields, variables and container entries that outlive the call, hold a resource of this process (or a struct around one), and
    are set on a request path;
  - browsers, subprocesses, connections to other MCP servers and the like that start-up opens and all callers share;
  - resources that all calls share and one of them closes when it is done;
  - sessions with other MCP servers that a library begins with a context of the process and keeps in a field, for all its users.

## Not flagged

  - pools and clients made from configuration that hold nothing of a caller: database handles, HTTP clients;
  - resources opened and closed inside one call;
  - containers whose getter lets an entry go once it has reached an age and opens it anew;
  - lists of what has to be ended with the process, which no request looks anything up in;
  - log files, timers, watchers, listeners.

## Rewrite

Lease it: a record in a shared store with owner, expiry and what is needed to make it again, and a handle for the client. Before:

	s.page = s.browser.MustPage(in.URL) // the next call goes on from here

After:

	lease, err := s.leases.Create(ctx, principal(req), Lease{URL: in.URL, Expires: time.Now().Add(idle)})
	...
	page, err := s.page(ctx, lease) // reuses this replica's page, or opens the URL again

Where a resource cannot be made again, as a transaction or a debugger, say so: the result of a call on another replica is an error
that tells the client to start over, and the deployment documents the affinity that stays.

## Limits

  - What counts as a live resource is a table of types: a device driver that no table lists is only reported as the workflow
    around it.
  - Whether a resource can be made again from what the client knows is not judged.
*/
package liveresource
