/*
Package cursor defines the rule cursor.

# Analyzer cursor

cursor: a position that the server keeps between calls

The server remembers how far a client has read and goes on from there. The next call on another replica begins anew or skips.

The specification has the client carry the position: an opaque cursor goes out with one page and comes back with the request
for the next.

## Flagged

- a number that outlives the call, advances in a request and decides where the next one starts.

## Not flagged

- cursors that the client carries;
- positions of a loop inside one call;
- marks of background work that no request reads.

## Rewrite

Put the position into a signed `next_cursor` of the result and take it back as the argument `cursor`.

## Limits

Recognised by what the number is called and that it advances; a position inside a larger struct may be reported as ambient.
*/
package cursor
