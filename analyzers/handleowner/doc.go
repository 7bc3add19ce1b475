/*
Package handleowner defines the rule handleowner.

# Analyzer handleowner

handleowner: state found by an argument without asking whose it is

The server knows who calls, and looks state up by an argument alone. Whoever has or guesses the id reaches what another caller
stored.

The specification (2026-07-28, security best practices, state handle hijacking) says that possession of a handle is no
authentication.

## Flagged

  - containers that are looked up by an argument, in a module that knows its callers (verified tokens, the header
    Authorization), when no key of the container holds the caller;
  - what a call began and a page outside the protocol finds by an id in its address, when the page does not look at who opens it;
  - claims of a token that become keys of state, when the token is parsed without verification and nothing in the program verifies
    one.

## Not flagged

  - modules without authentication;
  - keys that contain the caller, maps of maps with the caller outside.

## Rewrite

Key by `principal:handle`, and answer unknown, foreign and expired handles alike. Before:

	report, ok := s.reports[in.ID]

After:

	report, ok := s.reports[principal(req)+":"+in.ID]
	if !ok {
		return nil, nil, errors.New("no such report: it expired, or it is not yours; create it again")
	}

## Limits

  - A comparison of the caller with an owner that the entry holds is not told from none: keys are safer, because no look-up can
    forget them.
  - Whether what verifies a token somewhere in the program sees every request is not checked.
  - What OAuth brings back as state is left to requeststate.
  - That a proxy in front lets only some callers in is not seen.
*/
package handleowner
