/*
Package handshake defines the rule handshake.

# Analyzer handshake

handshake: context taken once at the handshake and relied on later

The handshake is gone: what a server learnt at `initialize` (the client's name, its capabilities, the tenant of its token) is not
there on the next request. Hooks of the handshake never run for new clients, so that what they prepare is missing.

The specification (2026-07-28, basic, statelessness) says that a server must not rely on earlier requests over the same connection
to establish context.

## Flagged

  - memory that a hook of the handshake writes and a request reads, and hooks that change what later requests rely on;
  - client information of the session that decides an answer;
  - in a dispatcher written by hand: memory that only the messages of the handshake set and other requests read, entries of a
    session's record as well, and the answer to one client's handshake that is given to later clients;
  - sessions with other MCP servers that are begun once and kept for all callers, in a library for all its users;
  - values that a wrapper of HTTP requests puts into their context for handlers which get the context of the session's first
    request (go-sdk with sessions);
  - digests of one request's token that are kept, and that the tokens of later requests must have as well;
  - transports of outgoing requests (http.RoundTripper) that put what a context held when they were made, a caller or a token, in the
    place of what each request's own context holds under the same key.

## Not flagged

  - hooks that only log or count;
  - client information of the request itself;
  - functions that fill the context of every HTTP request, where handlers get that context (mcp-go, and go-sdk without sessions);
  - digests by which a cached client is made anew for another token, and digests of configured keys;
  - client information that is only logged (reported as info);
  - transports that look into the request's context first, and those that set a header of their own;
  - the method initialize of other protocols.

## Rewrite

Read what the request says of its client, and resolve everything else from the verified token on each call. Before:

	hooks.AddAfterInitialize(func(ctx context.Context, id any, req *mcp.InitializeRequest, res *mcp.InitializeResult) {
		app.client = req.Params.ClientInfo.Name
	})

After, in the tool:

	client := req.Params.Meta.ClientInfo() // sent with every request

With go-sdk: `req.ClientInfo()`, `req.ClientCapabilities()` and `req.ProtocolVersion()` in place of
`req.Session.InitializeParams()`.

## Limits

  - A package is taken to handle MCP if it imports an SDK or names methods or headers that only MCP has.
  - What a hook does through another process is not seen.
  - A value of the first caller that is kept for all later ones is reported as ambient.
*/
package handshake
