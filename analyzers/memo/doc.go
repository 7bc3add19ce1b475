/*
Package memo defines the rule memo.

# Analyzer memo

memo: a process-local cache

A cache of one process is fine as long as a miss only costs time. It is listed because replicas can answer differently while
entries are stale, and because a key that lacks the caller serves one caller what belongs to another.

## Flagged

- containers whose missing entries are made anew on the same path;
- raised when what is cached depends on the caller and the key does not.

## Not flagged

- caches keyed by a digest of the whole credential;
- caches of public documents, compiled patterns, schemas;
- single values made on first use.

## Rewrite

Give entries a lifetime, put the caller into the key, or share the cache.

## Limits

Whether a stale entry changes an answer cannot be seen from the code.
*/
package memo
