/*
Package requeststate defines the rule requeststate.

# Analyzer requeststate

requeststate: state carried by the client and believed without a check

`requestState` goes to the client with one round and comes back with the next. A server that believes what comes back lets the client
choose: the approved target, the round, the caller.

## Flagged

- a request state that decides something when nothing on its way verifies a signature or opens a seal.

## Not flagged

- states that are verified, or only echoed;
- answers of the same round.

## Rewrite

Sign or seal it with principal, tool, arguments and expiry; refuse anything else.

## Limits

That principal, expiry and single use are inside the sealed text is not checked.
*/
package requeststate
