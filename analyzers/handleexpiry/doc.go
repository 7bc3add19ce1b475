/*
Package handleexpiry defines the rule handleexpiry.

# Analyzer handleexpiry

handleexpiry: state per handle or session that never expires

Entries are added on requests and nothing removes them: memory grows with every caller, and what a caller forgot stays usable for
whoever finds its handle.

The specification (2026-07-28, server/tools, stateful tools) wants a bounded lifetime.

## Flagged

  - containers keyed by a session, an argument, a caller or a minted id that requests add to, with no removal and no lifetime.

## Not flagged

  - containers that requests, a sweep or a hook remove from, or that are cleared as a whole;
  - container libraries whose entries have a lifetime;
  - keys from a fixed set (constants, configuration);
  - caches (see memo).

## Rewrite

A lifetime per kind, a sweep, an explicit revoke; say the lifetime in the description of the tool that mints. Before:

	s.plans[id] = plan

After:

	s.plans[id] = entry{plan: plan, expires: time.Now().Add(planTTL)} // the sweep of start-up removes it

	mcp.AddTool(srv, &mcp.Tool{Name: "draft_plan", Description: "Drafts a plan. Its id is good for 24 hours."}, s.draft)

## Limits

  - Whether a removal is ever reached for an entry is not asked: a removal on an error path is enough.
  - A bound on the number of entries, written by hand, is not seen.
*/
package handleexpiry
