package handles

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Stateful lets the handler of a tool use Maps, with the context that it gets: what it has changed is stored when it returns, also if it
// returns an error, as a map in memory would have kept it.
//
//	mcp.AddTool(server, tool, handles.Stateful(handles.Anyone, move))
func Stateful[In, Out any](callers Callers, handler mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		var none Out
		principal, err := callers.principal(req)
		if err != nil {
			return nil, none, err
		}
		ctx, end, err := begin(ctx, principal)
		if err != nil {
			return nil, none, err
		}
		res, out, err := handler(ctx, req, in)
		if failed := end(); failed != nil {
			return nil, none, failed
		}
		return res, out, err
	}
}

// StatefulRequest is Stateful for tools that read their arguments themselves, for resources and for prompts.
//
//	server.AddResource(resource, handles.StatefulRequest(handles.Anyone, readBoard))
func StatefulRequest[Req mcp.Request, Res mcp.Result](callers Callers, handler func(context.Context, Req) (Res, error)) func(context.Context, Req) (Res, error) {
	return func(ctx context.Context, req Req) (Res, error) {
		var none Res
		principal, err := callers.principal(req)
		if err != nil {
			return refused(none, err)
		}
		ctx, end, err := begin(ctx, principal)
		if err != nil {
			return refused(none, err)
		}
		res, err := handler(ctx, req)
		if failed := end(); failed != nil {
			return refused(none, failed)
		}
		return res, err
	}
}

// refused answers a request that failed: for a tool with a result that the model reads, otherwise with an error of the protocol.
func refused[Res mcp.Result](none Res, err error) (Res, error) {
	if _, tool := any(none).(*mcp.CallToolResult); tool {
		res, _ := any(&mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: err.Error()}}}).(Res)
		return res, nil
	}
	return none, err
}

func (c Callers) principal(req mcp.Request) (string, error) {
	if c == Verified {
		return Principal(req)
	}
	return PrincipalOrAnonymous(req), nil
}
