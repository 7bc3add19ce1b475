/*
Package handleowner defines the rule handleowner.

# Analyzer handleowner

handleowner: state found by an argument without asking whose it is

The server knows who calls, and looks state up by an argument alone. Whoever has or guesses the id reaches what another caller
stored.

## Flagged

  - containers that are looked up by an argument, in a module that authenticates callers, when no key and no comparison on the way
    holds the caller.

## Not flagged

- modules without authentication;
- keys that contain the caller.

## Rewrite

Key by `principal:handle` and answer unknown, foreign and expired alike.

## Limits

A comparison behind an interface outside the module is not seen.
*/
package handleowner
