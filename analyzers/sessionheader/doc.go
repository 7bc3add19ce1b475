/*
Package sessionheader defines the rule sessionheader.

# Analyzer sessionheader

sessionheader: the session header is read, written, forwarded or compared

The header `Mcp-Session-Id` was removed. Code that requires it refuses every new client; code that forwards it ties two servers
together; code that keys by it loses its key.

## Flagged

  - reads and writes of the header through `http.Header`, frameworks' context helpers, and constants or variables that hold the
    name, in any letter case;
  - all request headers copied to an upstream request.

## Not flagged

- reads that only feed a log line or a metric (reported as info);
- allow-lists of header names.

## Rewrite

Drop it. Key state by a handle and the principal. In a server for both eras confine the header to the path of old clients.

## Limits

A header name that is built at run time is not seen.
*/
package sessionheader
