/*
Package sessionheader defines the rule sessionheader.

# Analyzer sessionheader

sessionheader: the session header is read, written, forwarded or compared

The header `Mcp-Session-Id` was removed. Code that requires it refuses every new client; code that forwards it ties two servers
together; code that keys by it loses its key.

## Flagged

  - reads and writes of the header through http.Header, frameworks' context helpers, and constants or variables that hold the
    name, in any letter case: high when a read decides something, medium when the header is only written, low in a client that
    sends on what its server gave it;
  - all request headers copied to an upstream request.

## Not flagged

  - lists of header names, as for CORS;
  - reads on the path of old clients only (info), reads that only feed a log line (low);
  - headers of other names that end in session or id.

There is one finding per package, with the other places beside it.

## Rewrite

Drop it: key state by a handle and the principal. In a server for both eras confine the header to the path of old clients. Before:

	id := r.Header.Get("Mcp-Session-Id")
	if id == "" {
		http.Error(w, "session required", http.StatusBadRequest)
		return
	}
	draft := s.drafts[id]

After:

	draft, err := s.drafts.Get(ctx, principal(r), in.DraftID)

A proxy removes the header before it forwards a request: `out.Header.Del("Mcp-Session-Id")`.

## Limits

  - A header name that is put together at run time is not seen.
*/
package sessionheader
