/*
Package ambient defines the rule ambient.

# Analyzer ambient

ambient: a current value without a key that one request sets and others use

A selected project, a mode, a counter, a connection that one tool opens and others use: one cell for the whole process. Two
conversations overwrite each other, and each replica has a cell of its own.

The specification (2026-07-28, basic, statelessness) says that neither connection nor process identity may stand for a
conversation.

## Flagged

- package variables, fields of values that outlive the call and captured variables that a request writes and a request reads;
- counters whose value reaches an answer.

## Not flagged

- values that are set at start-up only;
- singletons made on first use from configuration;
- counters, timers and flags that only feed logs, metrics or traces.

## Rewrite

Make the value an argument of the tools that need it, or keep it behind a handle in a shared store.

## Limits

Whether a read changes the answer or only a log line is decided by data flow inside one function.
*/
package ambient
