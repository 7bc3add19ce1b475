/*
Package statefultransport defines the rule statefultransport.

# Analyzer statefultransport

statefultransport: an HTTP transport in session mode

The transport keeps sessions in the memory of its process. A request that reaches another replica is answered with 404, a restart
ends every session, and the SDKs refuse requests of the new revision in this mode (go-sdk v1.7 and later without
`Stateless: true`).

## Flagged

- go-sdk: `NewStreamableHTTPHandler` without `Stateless: true`, `NewSSEHandler`;
- mcp-go: `WithStateful(true)`, managers that check ids, the default that mints ids, `NewSSEServer`;
- the transports of the smaller frameworks in their session modes.

## Not flagged

- stdio and in-process transports;
- `Stateless: true`, `WithStateLess(true)`;
- a mode that configuration decides is reported as info.

## Rewrite

`Stateless: true`, `WithStateLess(true)`, streamable HTTP in place of SSE, once no session-keyed state is left.

## Limits

Options that reach the constructor from outside the module are unknown.
*/
package statefultransport
