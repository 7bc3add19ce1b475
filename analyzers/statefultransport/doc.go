/*
Package statefultransport defines the rule statefultransport.

# Analyzer statefultransport

statefultransport: an HTTP transport in session mode

The transport keeps sessions in the memory of its process. A request that reaches another replica is answered with 404, a restart
ends every session, and the SDKs refuse requests of the new revision in this mode (go-sdk v1.7 and later without
`Stateless: true`).

## Flagged

  - go-sdk: `NewStreamableHTTPHandler` without `Stateless: true`, `NewSSEHandler`, transports made per request;
  - mcp-go: `WithStateful(true)`, managers of session ids, `NewSSEServer`, and the default, which mints ids (medium from v1.0.0 on,
    where clients of 2026-07-28 are served without one);
  - the transports of the smaller frameworks in their session modes.

## Not flagged

  - stdio and in-process transports, clients;
  - `Stateless: true`, `WithStateLess(true)`, `WithStateful(false)`, also by way of helpers and copied options;
  - a mode that configuration decides, a manager that only looks at the form of an id (info).

## Rewrite

Serve streamable HTTP without sessions, once no session-keyed state is left (see sessionmap). Before:

	mcp.NewStreamableHTTPHandler(getServer, nil)

After:

	mcp.NewStreamableHTTPHandler(getServer, &mcp.StreamableHTTPOptions{Stateless: true})

With mcp-go: `server.NewStreamableHTTPServer(s, server.WithStateLess(true))`.

## Limits

  - Options that callers outside the module pass are unknown: the rest decides.
  - A manager of session ids whose code is not in the module counts as one that checks.
*/
package statefultransport
