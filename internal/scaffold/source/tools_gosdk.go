package handles

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Idempotent makes a tool safe to call again. Calls of one principal that bring the same idempotency_key get the result of the first one,
// whichever replica they reach; see Once for calls that overlap or stop half-way. Calls without a key run as before. The handler sees the key
// only if its arguments have a field for it.
//
//	mcp.AddTool(server, tool, handles.Idempotent("create_note", createNote))
func Idempotent[In, Out any](tool string, handler mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		key, digest := keyIn(req.Params.Arguments)
		if key == "" {
			return handler(ctx, req, in)
		}
		var result *mcp.CallToolResult
		var output Out
		first, err := repeatable(ctx, PrincipalOrAnonymous(req), tool, key, digest, func(ctx context.Context) (any, bool, error) {
			var err error
			if result, output, err = handler(ctx, requestWithoutKey(req), withoutKey(in)); err != nil {
				return nil, false, err
			}
			data, err := json.Marshal(output)
			return answer{result, result != nil && result.Content == nil, data}, result != nil && result.IsError, err
		})
		switch {
		case errors.Is(err, errUnfinished):
			return result, output, nil
		case err != nil:
			return nil, output, err
		case first == nil:
			return result, output, nil
		}
		return answered[Out](first)
	}
}

// answer is what is recorded of a handler's results.
type answer struct {
	Result *mcp.CallToolResult
	Bare   bool // the result leaves its content to the SDK, which makes it of the output
	Output json.RawMessage
}

// answered is the results that were recorded.
func answered[Out any](first json.RawMessage) (*mcp.CallToolResult, Out, error) {
	var a answer
	var output Out
	err := json.Unmarshal(first, &a)
	if err == nil && string(a.Output) != "null" {
		if anything, ok := any(&output).(*any); ok {
			*anything = a.Output // as it was written
		} else {
			err = json.Unmarshal(a.Output, &output)
		}
	}
	if err != nil {
		return nil, output, errUnreadable(err)
	}
	if a.Bare {
		a.Result.Content = nil
	}
	return a.Result, output, nil
}

// IdempotentRequest does what Idempotent does for a handler that reads its arguments from the request. The handler does not see the key.
//
//	server.AddTool(tool, handles.IdempotentRequest("create_note", createNote))
func IdempotentRequest(tool string, handler mcp.ToolHandler) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		key, digest := keyIn(req.Params.Arguments)
		if key == "" {
			return handler(ctx, req)
		}
		var result *mcp.CallToolResult
		first, err := repeatable(ctx, PrincipalOrAnonymous(req), tool, key, digest, func(ctx context.Context) (any, bool, error) {
			var err error
			result, err = handler(ctx, requestWithoutKey(req))
			return result, result != nil && result.IsError, err
		})
		if err != nil && !errors.Is(err, errUnfinished) {
			return nil, err
		}
		if first != nil {
			result = new(mcp.CallToolResult)
			if err := json.Unmarshal(first, result); err != nil {
				return nil, errUnreadable(err)
			}
		}
		return result, nil
	}
}

// requestWithoutKey is a request whose arguments lack the idempotency key.
func requestWithoutKey(req *mcp.CallToolRequest) *mcp.CallToolRequest {
	out, params := *req, *req.Params
	params.Arguments = withoutKey(params.Arguments)
	out.Params = &params
	return &out
}

// WithHandle tells the caller of a tool the handle that it has to bring back, in a text beside what the tool says anyway.
func WithHandle(res *mcp.CallToolResult, name, handle string) *mcp.CallToolResult {
	if res == nil {
		res = &mcp.CallToolResult{}
	}
	if res.IsError || handle == "" {
		return res // there is nothing to bring back
	}
	res.Content = append(res.Content, &mcp.TextContent{Text: name + ": " + handle})
	return res
}
