/*
Package earlyeffect defines the rule earlyeffect.

# Analyzer earlyeffect

earlyeffect: an effect before the client is asked for input

A tool that needs input returns input requests instead of a result. The answer comes with a new call, on any replica, and the handler
runs from its beginning: what it did before it asked, it does again. Or the answer never comes, and what was reserved stays reserved.

The specification (2026-07-28, basic/utilities/mrtr) says that a server must not assume that the client will answer or try again.

## Flagged

  - writes that a repetition does again (an insert, a message, a payment, a new entry in memory) and deletions, on every way to the
    return of input requests;
  - goroutines that are started, locks that are taken and not given back, and waits for another request, at the same place.

## Not flagged

  - writes after the answer, in the branch in which it is there;
  - writes that only set something, reads, logs and metrics;
  - locks that the same call gives back.

## Rewrite

Ask first. Before:

	order := s.orders.Create(ctx, in) // again for every round
	if req.Params.InputResponses["confirm"] == nil {
		return &mcp.CallToolResult{InputRequests: s.confirm(order)}, nil, nil
	}

After:

	if req.Params.InputResponses["confirm"] == nil {
		return &mcp.CallToolResult{InputRequests: s.confirm(in), RequestState: s.seal(req, in)}, nil, nil
	}
	order := s.orders.Create(ctx, in)

## Limits

  - Prompts and resources that ask for input are not followed.
  - That a write is made repeatable by a key in the request state is not seen.
*/
package earlyeffect
