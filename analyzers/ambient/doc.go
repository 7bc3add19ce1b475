/*
Package ambient defines the rule ambient.

# Analyzer ambient

ambient: a current value without a key that one request sets and others use

A selected project, a mode, a counter, a connection that one tool opens and others use: one cell for the whole process. Two
conversations overwrite each other, and each replica has a cell of its own.

The specification (2026-07-28, basic, statelessness) says that neither connection nor process identity may stand for a
conversation.

## Flagged

  - package variables, fields of values that outlive the call, and captured variables that one request sets from what its caller
    sent and another one reads;
  - modes: cells that one tool sets to constants and another one reads;
  - numbers that requests count up, and buffers that they append to, when the value reaches an answer;
  - containers that requests replace as a whole, or whose only keys are constants;
  - settings of the process, in its environment or in viper, that one request changes from what its caller sent and another one reads;
  - a cell that says who somebody is, filled once with what the first caller's client answers;
  - locks of the process under which requests read a row of a shared store, have it renewed elsewhere and write it back.

## Not flagged

  - values that only start-up sets, and settings that a call puts back before it returns;
  - singletons made on first use from configuration, also behind sync.Once;
  - counters, times and flags that only feed logs, metrics or traces;
  - locks around a store that lives in the process, or that orders its writers itself;
  - values that are the same for every caller: a token of the process that is renewed, a probe that is repeated.

## Rewrite

Make the value an argument of the tools that need it, or keep it behind a handle in a shared store. Before:

	func (s *Server) use(ctx context.Context, req *mcp.CallToolRequest, in UseArgs) (*mcp.CallToolResult, any, error) {
		s.database = in.Database // for whoever calls next
		return nil, nil, nil
	}

	func (s *Server) query(ctx context.Context, req *mcp.CallToolRequest, in QueryArgs) (*mcp.CallToolResult, any, error) {
		return s.run(ctx, s.database, in.SQL)
	}

After:

	type QueryArgs struct {
		Database string `json:"database"`
		SQL      string `json:"sql"`
	}

	func (s *Server) query(ctx context.Context, req *mcp.CallToolRequest, in QueryArgs) (*mcp.CallToolResult, any, error) {
		return s.run(ctx, in.Database, in.SQL)
	}

## Limits

  - A value that requests fetch from elsewhere without an argument of the caller counts as the same for everybody, although the
    other side may tell callers apart.
  - Whether a number reaches an answer or only a log line is followed through calls of the module and no further.
*/
package ambient
