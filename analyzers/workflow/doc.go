/*
Package workflow defines the rule workflow.

# Analyzer workflow

workflow: one call stores an object in process memory, another one retrieves it

A tool keeps a draft, a plan, a login in progress or a history in memory, and a later call looks it up. When the later call
reaches another replica, or the process was restarted in between, the object is not there.

The specification (2026-07-28, basic, statelessness) requires that state which spans requests is referenced by an explicit
identifier passed on each request, and that a server does not need the same process for related operations.

## Flagged

  - a map, slice or library container that outlives the call, written on one request path and read on another (or by the next
    call of the same tool), keyed by an argument, by a minted id or not at all;
  - logins and OAuth flows whose pending entry is written by one HTTP handler and read by the next;
  - channels by id, where one call waits for what another one brings;
  - a value that nobody can guess, kept in a field, handed out by one request and compared with what later requests bring: a login
    that only this process knows.

## Not flagged

  - containers that are filled at start-up and only read while serving (registries);
  - caches: a miss makes the entry anew (see memo);
  - containers keyed by the session (see sessionmap);
  - queues of the process, numbers for logs and metrics.

## Rewrite

Keep the object in a store that all replicas share, return a handle for it, and take the handle as a required argument of the
tools that use it. Before:

	s.plans[id] = plan                     // draft_plan
	plan, ok := s.plans[in.PlanID]         // run_plan

After:

	err := s.plans.Put(ctx, principal(req), id, plan, 24*time.Hour)
	plan, err := s.plans.Get(ctx, principal(req), in.PlanID)

For a login in progress nothing needs to be stored: seal what the callback must know into the `state` parameter, with a key that all
replicas have. `mcpaudit explain sessionmap` shows both tools in full.

## Limits

  - A store behind an interface is judged by the implementations that the module has. Whether an operator always selects the shared
    one cannot be seen.
*/
package workflow
