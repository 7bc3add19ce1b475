// Package handles keeps what one tool call leaves for the next, so that any
// replica of the server can serve any call.
//
// A call that creates something gets a handle for it and returns the handle;
// later calls bring it back as an argument. The handle is 128 random bits or
// more and worth nothing to anybody but the principal that it was made for:
//
//	var drafts = handles.Kind[Draft]{Name: "draft", TTL: 24 * time.Hour, MintedBy: "start_draft"}
//
//	id, err := drafts.Create(ctx, principal, Draft{Title: in.Title}) // start_draft
//	d, err := drafts.Get(ctx, principal, in.DraftID)                 // send_draft
//
// A handle that is unknown, expired, revoked or somebody else's gets one and
// the same answer, which tells the caller's model what to do next.
//
// A Map or a SyncMap takes the place of a map in memory that tools use, and a
// Table that of one which belongs to no caller, such as the states of logins.
//
// Writes that may be sent twice go through Once or Apply, which record the first
// result under the caller's idempotency key. Positions in a list travel as
// Cursors, which need no store. What a tool asks its client to bring back
// (requestState) is sealed with States.
//
// All replicas share the store in HANDLES_STORE and the keys in HANDLES_KEYS;
// MustOpen ends the program at its start if they are missing.
//
// This package was written into this module by mcpaudit scaffold handles. It is
// ordinary code of this module from now on.
//
//mcpaudit:handles
package handles
