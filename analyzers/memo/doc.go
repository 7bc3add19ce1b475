/*
Package memo defines the rule memo.

# Analyzer memo

memo: a process-local cache

A cache of one process is fine as long as a miss only costs time. It is listed because replicas can answer differently while
entries are stale, and because a key that lacks the caller serves one caller what belongs to another.

## Flagged

  - containers whose missing entries are made anew where they are looked up (info);
  - raised to medium when what is cached depends on the caller and the key does not.

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

  - Whether a stale entry changes an answer cannot be seen from the code: caches keyed by a digest of the whole credential,
    compiled patterns and public documents are listed as info like all others.
*/
package memo
