/*
Package requeststate defines the rule requeststate.

# Analyzer requeststate

requeststate: state carried by the client and believed without a check

`requestState` goes to the client with one round and comes back with the next. A server that believes what comes back lets the client
choose: the approved target, the round, the caller.

The specification (2026-07-28, basic/utilities/mrtr) says that servers must treat it as input that an attacker controls, and protect
its integrity.

## Flagged

  - a request state that decides something when nothing on its way verifies a signature or opens a seal.

## Not flagged

  - states that are verified, or only logged;
  - answers of the same round.

## Rewrite

Seal it with principal, tool, arguments and expiry inside, and refuse everything else. Before:

	if target, ok := strings.CutPrefix(req.Params.RequestState, "ok:"); ok {
		return s.remove(ctx, target)
	}

After:

	st, err := s.states.Open(req.Params.RequestState) // sealed for this tool, with the key of the deployment
	if err != nil || st.Principal != principal(req) || st.Target != in.Target || st.Expires.Before(time.Now()) {
		return s.ask(ctx, in.Target) // begin again
	}
	return s.remove(ctx, st.Target)

## Limits

  - That principal, arguments, expiry and single use are inside the sealed text is not checked.
  - A verification anywhere in the handler or in what it calls counts for every state that it reads.
*/
package requeststate
