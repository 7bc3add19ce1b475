/*
Package sessionlist defines the rule sessionlist.

# Analyzer sessionlist

sessionlist: lists that differ per connection or change while serving

`tools/list`, `prompts/list` and `resources/list` must be the same for everybody with the same authorization, on every replica, at
any time. A tool that adds tools changes the list of one replica only, and for all its callers.

## Flagged

  - tools, prompts and resources added or removed on a request path;
  - lists of one session (`AddSessionTools`, `SetSessionTools`).

## Not flagged

  - registration at start-up, also in a goroutine or a constructor;
  - servers made per request by `getServer` from the request's own authorization;
  - filters that read the caller's authorization.

## Rewrite

One list per authorization. Put the choice into an argument, or return what became available as data. Before:

	func (s *Server) enable(ctx context.Context, req *mcp.CallToolRequest, in EnableArgs) (*mcp.CallToolResult, any, error) {
		mcp.AddTool(s.mcp, &mcp.Tool{Name: "deploy"}, s.deploy)
		return nil, "enabled", nil
	}

After:

	mcp.AddTool(srv, &mcp.Tool{Name: "deploy"}, s.deploy) // at start-up, for all whose token allows it

	func (s *Server) deploy(ctx context.Context, req *mcp.CallToolRequest, in DeployArgs) (*mcp.CallToolResult, any, error) {
		if err := s.enabled(ctx, principal(req), in.Project); err != nil {
			return nil, nil, err // says what to do first
		}
		...
	}

## Limits

  - Filters and middleware that cut a list down by session are seen only by what they read (see sessionmap and sessionid).
  - Lists that follow files or an upstream server from the background are not reported: whether all replicas follow alike cannot
    be seen.
*/
package sessionlist
