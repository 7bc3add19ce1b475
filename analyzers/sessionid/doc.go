/*
Package sessionid defines the rule sessionid.

# Analyzer sessionid

sessionid: the identity of the SDK's session is used

The session's id is empty and the session object is new on each request of the 2026-07-28 revision. Code that compares, stores or
hands out either stops working; makers and checkers of session ids have nothing left to do.

## Flagged

  - session ids that decide something or leave the call: compared, stored, sent to another system (low, and only possible: what
    becomes of an id is often telemetry of some kind);
  - generators of session ids of the program's own, and managers that keep them (medium).

## Not flagged

  - ids that are only logged or put on a trace, and ids on the path of old clients (info);
  - managers that only look at the form of an id (info);
  - keys of containers (see sessionmap);
  - sessions of other protocols and libraries.

## Rewrite

Take a handle as an argument and the principal from the verified token. Before:

	if job.owner != req.Session.ID() {
		return nil, nil, errors.New("not yours")
	}

After:

	if job.owner != req.Extra.TokenInfo.UserID {
		return nil, nil, errors.New("no such job")
	}

## Limits

  - Whether an id that is passed to outside code is only logged there is known for the logging libraries in the tables.
*/
package sessionid
