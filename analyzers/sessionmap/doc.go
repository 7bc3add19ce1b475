/*
Package sessionmap defines the rule sessionmap.

# Analyzer sessionmap

sessionmap: state keyed by the protocol session

A container is keyed by the session id, by the session object or by the session header. The 2026-07-28 revision has no sessions:
the id is empty and the object is new on every request.

Under a stateless transport this is worse than a miss. The empty id is one key for every caller, so that one caller reads what
another stored; a map keyed by the object never hits and only grows.

The specification (2026-07-28, basic, statelessness) says that state which spans requests is referenced by an explicit identifier
that the client passes on each request.

## Flagged

  - maps, sync.Map and caches in package variables, fields and captured variables, keyed by a session through any wrapper;
  - with a stateless transport in the same module: the same container as a leak between callers;
  - data that a framework keeps inside its session for the program.

## Not flagged

  - sessions of other protocols: LSP, DAP, gRPC, databases, cookies;
  - what is keyed by principal, credential digest or an argument;
  - rate limits per session (info): on several replicas they are inexact, not wrong;
  - maps that one call makes, stores that all replicas share.

A container that makes missing entries anew is medium as long as no transport is stateless.

## Rewrite

Keep the object in a store that all replicas share, under principal and handle; the tool that creates it mints the handle, the
tools that use it take it as an argument. Before:

	func (s *Server) write(ctx context.Context, req *mcp.CallToolRequest, in WriteArgs) (*mcp.CallToolResult, any, error) {
		s.drafts[req.Session.ID()] = Draft{Text: in.Text}
		return nil, nil, nil
	}

	func (s *Server) send(ctx context.Context, req *mcp.CallToolRequest, in SendArgs) (*mcp.CallToolResult, any, error) {
		return s.mail(ctx, s.drafts[req.Session.ID()])
	}

After:

	func (s *Server) write(ctx context.Context, req *mcp.CallToolRequest, in WriteArgs) (*mcp.CallToolResult, any, error) {
		id := rand.Text() // 128 random bits
		err := s.drafts.Put(ctx, principal(req), id, Draft{Text: in.Text}, 24*time.Hour)
		return nil, WriteResult{DraftID: id}, err
	}

	func (s *Server) send(ctx context.Context, req *mcp.CallToolRequest, in SendArgs) (*mcp.CallToolResult, any, error) {
		d, err := s.drafts.Get(ctx, principal(req), in.DraftID)
		if err != nil {
			return nil, nil, errors.New("no such draft: drafts are kept for 24 hours; write it again")
		}
		return s.mail(ctx, d)
	}

Do this first. Make the transport stateless only when no container is keyed by session any more.

## Limits

  - A key that comes from outside the module is recognised by its name only, and reported as likely.
  - A slice that is searched by a session id is reported by other rules, without the word session.
*/
package sessionmap
