package handles

import (
	"context"
	"net/http"
)

type callerKey struct{}

// WithCaller puts the user of a verified token into the context of an HTTP request. mcp-go verifies no tokens: call this in the middleware that
// does, in front of the MCP handler, or in the function given to server.WithHTTPContextFunc.
func WithCaller(ctx context.Context, user string) context.Context {
	return context.WithValue(ctx, callerKey{}, user)
}

// CallerPrincipal is the caller of a request: the user that WithCaller has put into the context. header is that of the request
// (mcp.CallToolRequest.Header): calls over stdio have none and are LocalPrincipal. Calls over HTTP without a user get ErrNoPrincipal.
func CallerPrincipal(ctx context.Context, header http.Header) (string, error) {
	if user, _ := ctx.Value(callerKey{}).(string); user != "" {
		return userPrefix + user, nil
	}
	if header == nil {
		return LocalPrincipal, nil
	}
	return "", ErrNoPrincipal
}

// CallerOrAnonymous is CallerPrincipal for servers that some callers use without authentication: those are AnonymousPrincipal.
func CallerOrAnonymous(ctx context.Context, header http.Header) string {
	p, err := CallerPrincipal(ctx, header)
	if err != nil {
		return AnonymousPrincipal
	}
	return p
}
