/*
Package idempotency defines the rule idempotency.

# Analyzer idempotency

idempotency: calling the tool twice does its work twice, and nothing tells the second call from the first

Streams are not resumable: when one breaks, the request is lost, and the client sends it again as a new request with a new id. So
any tool may be called twice for one intention. A tool that creates, appends, sends, pays, deploys or runs something then does so
twice, unless the second call can be recognised. The protocol carries no key for that: the JSON-RPC id differs, and a request for
one in the protocol was declined. The key has to be an argument of the tool.

What a tool does is found by following it from its handler to its effects: requests by method and path, SQL by its text, clients of
clouds, forges, clusters, queues and mail by tables, files, programs and memory that outlives the call. The tool's name and
description only help where the effects leave it open.

The specification (2026-07-28, basic/transports and basic/utilities/mrtr) says that a broken stream loses the request and that a
retry is an independent request.

## Flagged

  - creating through a client or with a POST to a collection, sending and publishing messages, starting runs, jobs and deployments;
  - INSERT without ON CONFLICT, UPDATE that sets a column from itself, SQL, a command line or the method of a request taken from an
    argument;
  - appending to a file, replacing a part of a file's content;
  - appending to memory or counting up in it, when later calls see the result;
  - a tool with several actions, if one of them does any of this;
  - a query of the caller that is sent to a service, where the tool's annotations say that it may write and destroy, or that runs
    in a transaction which may write and is committed;
  - a gateway's tool that calls whatever tool of another server it is told to;
  - clients and gateways that call a tool of another server again when the call fails, in a loop or through a library that retries.

Where a server is reached over stdio alone, nothing breaks but the process: the findings are low there.

## Not flagged

  - setting by id: PUT, PATCH, UPDATE, upserts, whole files; deleting by id;
  - creating what can exist once: a unique name, a branch, a fork, a Kubernetes object with a name (but not with one that is made
    up on the way, or by the cluster);
  - creating after a look-up by name that found nothing;
  - what a service refuses the second time, as far as the tables know it: a variable, a member, a milestone that is there already;
  - what a server records of itself: audit logs, events, statistics;
  - calls that carry a key: an argument such as idempotency_key, a header such as Idempotency-Key or If-Match, a field such as
    ClientToken that an argument fills;
  - requests that only ask: GET, a POST to search or query, a GraphQL query;
  - calls that are handed on to one tool of another server, unless name and description say that they change something;
  - code that looks at a tool's annotations before it calls the tool again.

## Rewrite

Take an argument idempotency_key and record the result under it, beside the write and per caller:

	type CreateArgs struct {
		Title string `json:"title"`
		Key   string `json:"idempotency_key" jsonschema:"a new random value per intended note; send the same one when you retry"`
	}

	func (s *Server) create(ctx context.Context, req *mcp.CallToolRequest, a CreateArgs) (*mcp.CallToolResult, Note, error) {
		note, err := s.notes.Once(ctx, principal(req), a.Key, func(tx Tx) (Note, error) { return tx.Insert(a.Title) })
		return nil, note, err
	}

Where the service behind the tool takes a key of its own, pass it through.

## Limits

  - A client that no table knows is judged by the names of its methods, together with the tool's name; such findings are likely,
    never sure.
  - HTTP clients that try again by themselves are not followed to the writes that go through them.
  - What a stored procedure, a program or another server does is not seen.
  - A constraint in the database that makes an INSERT unique is not seen unless the statement relies on it.
*/
package idempotency
