/*
Package serverrequest defines the rule serverrequest.

# Analyzer serverrequest

serverrequest: requests from the server to the client, and methods that were removed

A call that asks the client something in its middle (elicitation, sampling, roots, ping) needs a stream in both directions that one
process holds. The 2026-07-28 revision has none: the SDKs return an error. Handlers and options of other removed methods
(`resources/subscribe`, `logging/setLevel`, roots notifications, tasks of the core) have no caller any more.

## Flagged

  - elicitation, sampling, roots and ping requests of both SDKs and of the smaller frameworks, wherever a request or a goroutine
    reaches them;
  - options and handlers of removed methods (low or info).

## Not flagged

  - input requests in a result;
  - calls behind a check that the client is an old one (info);
  - clients that ask servers.

## Rewrite

Return what you need to know, and read the answers from the retried call. Before:

	res, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Message: "delete " + in.Path + "?"})
	if err != nil || res.Action != "accept" {
		return nil, nil, err
	}

After, with go-sdk:

	answer, ok := req.Params.InputResponses["sure"].(*mcp.ElicitResult)
	if !ok {
		ask := mcp.InputRequestMap{"sure": &mcp.ElicitParams{Message: "delete " + in.Path + "?"}}
		return &mcp.CallToolResult{InputRequests: ask}, nil, nil
	}
	if answer.Action != "accept" {
		return nil, nil, nil
	}

With mcp-go: `server.NewInputRequestBuilder` and `server.ElicitationResponse`. Subscriptions go through `subscriptions/listen`.

## Limits

  - An old client that is recognised by anything but its protocol version is not taken for one.
  - In-process transports are exempt in mcp-go; a module that serves only those gets info.
*/
package serverrequest
