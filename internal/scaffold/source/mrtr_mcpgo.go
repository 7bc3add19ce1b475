package handles

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
)

// CallSeals is how SealCallState and OpenCallState seal. Set Single before the server begins to serve if a state may be opened only once.
var CallSeals States

// SealCallState seals the request state of a tool that asks its client a question: for the caller, the tool and the arguments of the
// call. It returns "" if that fails, so that the next round begins anew.
func SealCallState(ctx context.Context, req mcp.CallToolRequest, state string) string {
	text, err := CallSeals.Seal(CallerOrAnonymous(ctx, headerOf(req)), req.Params.Name, req.Params.Arguments, state)
	if err != nil {
		return ""
	}
	return text
}

// OpenCallState is the request state that came with a call, "" if there is none: because this is the first round, or because
// SealCallState did not make it for this caller, tool and arguments, or because its time is over. Then ask again.
func OpenCallState(ctx context.Context, req mcp.CallToolRequest) (state string) {
	text := req.Params.RequestState
	if text == "" || CallSeals.Open(ctx, CallerOrAnonymous(ctx, headerOf(req)), req.Params.Name, req.Params.Arguments, text, &state) != nil {
		return ""
	}
	return state
}
