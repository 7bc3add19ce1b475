/*
Package sessionid defines the rule sessionid.

# Analyzer sessionid

sessionid: the identity of the SDK's session is used

The session's id is empty and the session object is new on each request of the 2026-07-28 revision. Code that compares, stores or
hands out either stops working; custom makers and checkers of session ids have nothing left to do.

## Flagged

- session ids and session objects that decide something or leave the call: compared, stored, sent to another system;
- custom managers and generators of session ids.

## Not flagged

- an id that is only logged or put on a trace (info);
- keys of containers (see sessionmap).

## Rewrite

Take a handle as an argument and the principal from the verified token.

## Limits

Whether an id that is passed to outside code is only logged there is known for the logging libraries in the tables.
*/
package sessionid
