/*
Package serverrequest defines the rule serverrequest.

# Analyzer serverrequest

serverrequest: requests from the server to the client, and methods that were removed

A call that asks the client something in its middle (elicitation, sampling, roots, ping) needs a stream in both directions that one
process holds. The 2026-07-28 revision has none: the SDKs return an error. Handlers and options of other removed methods
(`resources/subscribe`, `logging/setLevel`, roots notifications) have no caller any more.

## Flagged

  - elicitation, sampling, roots and ping requests of both SDKs and of the smaller frameworks, wherever a request or a goroutine
    reaches them;
  - options and handlers of removed methods (low or info).

## Not flagged

- input requests in a result;
- calls behind a check that the client is an old one (info);
- clients that ask servers.

## Rewrite

Return `InputRequests` (go-sdk) or use `InputRequestBuilder` (mcp-go) and read the answers from the retried call; subscribe through
`subscriptions/listen`.

## Limits

In-process transports are exempt in mcp-go; a module that serves only those gets info.
*/
package serverrequest
