package handles

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Seals is how SealState and OpenState seal. Set Single before the server begins to serve if a state may be opened only once.
var Seals States

// SealState seals the request state of a tool that asks its client a question: for the caller, the tool and the arguments of the call.
// It returns "" if that fails, so that the next round begins anew.
func SealState(req *mcp.CallToolRequest, state string) string {
	text, err := Seals.Seal(PrincipalOrAnonymous(req), req.Params.Name, arguments(req), state)
	if err != nil {
		return ""
	}
	return text
}

// OpenState is the request state that came with a call, "" if there is none, since this is the first round. One that SealState did not
// make for this caller, tool and arguments, or whose time is over, gets *UnknownError: return it as the tool's error.
func OpenState(ctx context.Context, req *mcp.CallToolRequest) (state string, err error) {
	if req.Params.RequestState == "" {
		return "", nil
	}
	err = Seals.Open(ctx, PrincipalOrAnonymous(req), req.Params.Name, arguments(req), req.Params.RequestState, &state)
	return state, err
}

// arguments are those of the call as the client wrote them.
func arguments(req *mcp.CallToolRequest) any {
	if len(req.Params.Arguments) == 0 {
		return nil
	}
	return req.Params.Arguments
}
