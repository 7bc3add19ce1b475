package handles

import (
	"context"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
)

// StatefulHandler lets the handler of a tool, a resource or a prompt use Maps, with the context that it gets: what it has changed is stored
// when it returns, also if it returns an error, as a map in memory would have kept it.
//
//	s.AddTool(tool, handles.StatefulHandler(handles.Anyone, move))
func StatefulHandler[Req, Res any](callers Callers, handler func(context.Context, Req) (Res, error)) func(context.Context, Req) (Res, error) {
	return func(ctx context.Context, req Req) (Res, error) {
		principal, err := callers.ofRequest(ctx, headerOf(req))
		if err != nil {
			return failure[Res](err)
		}
		ctx, end, err := begin(ctx, principal)
		if err != nil {
			return failure[Res](err)
		}
		res, err := handler(ctx, req)
		if failed := end(); failed != nil {
			return failure[Res](failed)
		}
		return res, err
	}
}

// failure answers a request that failed: for a tool with a result that the model reads, otherwise with an error of the protocol.
func failure[Res any](err error) (Res, error) {
	if res, tool := any(mcp.NewToolResultError(err.Error())).(Res); tool {
		return res, nil
	}
	var none Res
	return none, err
}

func (c Callers) ofRequest(ctx context.Context, header http.Header) (string, error) {
	if c == Verified {
		return CallerPrincipal(ctx, header)
	}
	return CallerOrAnonymous(ctx, header), nil
}
