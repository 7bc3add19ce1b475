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

// OpenCallState is the request state that came with a call, "" if there is none, since this is the first round. One that SealCallState
// did not make for this caller, tool and arguments, or whose time is over, gets *UnknownError: return it as the tool's error.
func OpenCallState(ctx context.Context, req mcp.CallToolRequest) (state string, err error) {
	if req.Params.RequestState == "" {
		return "", nil
	}
	err = CallSeals.Open(ctx, CallerOrAnonymous(ctx, headerOf(req)), req.Params.Name, req.Params.Arguments, req.Params.RequestState, &state)
	return state, err
}
