/*
Package memo defines the rule memo.

# Analyzer memo

memo: a process-local cache

A cache of one process is fine as long as a miss only costs time. It is listed because replicas can answer differently while
entries are stale, and because a key that lacks the caller serves one caller what belongs to another.

## Flagged

  - containers whose missing entries are made anew where they are looked up, and those that only remember what another server
    said (info);
  - raised to medium when what is cached depends on the caller and the key does not;
  - raised to medium when an entry only says that a call failed, or how it was answered, and nothing ever removes it or finds out
    better: once the other side has changed, an old process and a young one answer differently;
  - raised to medium when requests that do not look into a cache take entries out of it by their key: what changed is forgotten by
    this process alone;
  - the tools, prompts and resources of another MCP server that start-up copies into this one, when neither a notification nor a
    timer brings them up to date (medium);
  - lists that start-up asks another service for over HTTP and from which tools answer, when nothing asks again (medium). What comes
    from a file is configuration.

## Not flagged

  - containers whose miss is an error, or whose entries later calls change: these are no caches (see workflow);
  - single values made on first use.

## Rewrite

Put everything that a value depends on into its key, give entries a lifetime, or share the cache. Before:

	if v, ok := verdicts.Load(repo); ok {
		return v.(Verdict), nil // asked with somebody else's token
	}

After:

	key := digest(token) + "|" + repo
	if v, ok := verdicts.Load(key); ok {
		return v.(Verdict), nil
	}

## Limits

  - A handler for any notification of the other server counts as one that lists again.
  - Whether a stale entry changes an answer cannot be seen from the code: caches keyed by a digest of the whole credential,
    compiled patterns and public documents are listed as info like all others.
*/
package memo
