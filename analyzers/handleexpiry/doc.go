/*
Package handleexpiry defines the rule handleexpiry.

# Analyzer handleexpiry

handleexpiry: state per handle or session that never expires

Entries are added on requests and nothing removes them: memory grows with every caller, and what a caller forgot stays usable for
whoever finds its handle.

## Flagged

- containers keyed by a session, an argument or a minted id that requests add to, with no removal, lifetime or bound anywhere.

## Not flagged

- containers with a lifetime or a bound of their own;
- keys from a fixed set (constants, configuration);
- containers that any code removes from.

## Rewrite

A lifetime per kind, a sweep, an explicit revoke; say the lifetime in the description of the tool that mints.

## Limits

Replacing the whole container counts as removal. Whether a removal is ever reached is not asked.
*/
package handleexpiry
