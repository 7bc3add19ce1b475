/*
Package cachescope defines the rule cachescope.

# Analyzer cachescope

cachescope: cached answers that depend on the caller

A result that is marked public may be kept by any cache on the way and given to anybody. A cache in the server that forgets who asked does
the same: one caller gets what was made, or decided, for another.

The specification (2026-07-28, server/utilities/caching) says that the scope of a cached result must match who may see it.

## Flagged

  - lists and resources that look at the caller and are marked public: high;
  - the same where nothing is said and the SDK's default is public: low, because its default lifetime is none;
  - caches in the process whose entries are made by code that looks at the caller, or that may turn him away, under keys without him: high;
  - cached decisions about rights under keys that name no caller.

## Not flagged

  - results that are the same for every caller;
  - private results, and scopes that code chooses between;
  - caches whose keys have the caller, his token, a digest of it, or his session in them;
  - caches of configuration and of documents.

## Rewrite

Mark it private; put the caller into the key. Before:

	if v, ok := s.views.Load(project); ok {
		return v.(*view), nil
	}

After:

	key := principal(req) + ":" + project
	if v, ok := s.views.Load(key); ok {
		return v.(*view), nil
	}

	opts := &mcp.ServerOptions{SetCacheable: func(ctx context.Context, req mcp.Request, c *mcp.Cacheable) { c.CacheScope = "private" }}

## Limits

  - A cache that belongs to one caller, inside an object that is kept per caller, may be taken for one that all share.
  - That a client behind the cache acts for one caller is only seen where the program itself makes it from his token.
*/
package cachescope
