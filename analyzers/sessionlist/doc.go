/*
Package sessionlist defines the rule sessionlist.

# Analyzer sessionlist

sessionlist: lists that differ per connection or change while serving

`tools/list`, `prompts/list` and `resources/list` must be the same for everybody with the same authorization, on every replica, at
any time. A tool that adds tools changes the list of one replica only.

## Flagged

- tools, prompts and resources added or removed on a request path;
- lists of one session (`AddSessionTools`, `SetSessionTools`);
- filters that read the session.

## Not flagged

- registration at start-up, also in a goroutine or a constructor;
- servers made per request by `getServer` from the request's own authorization;
- filters that read the caller's authorization.

## Rewrite

One list per authorization. Put the choice into an argument, or return what became available as data.

## Limits

Lists that follow files on disk or an upstream server are reported at low severity.
*/
package sessionlist
