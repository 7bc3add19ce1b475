package handles

import (
	"context"
	"net/http"

	"github.com/mark3labs/mcp-go/server"
)

type callerKey struct{}

// WithCaller puts the user of a verified token into the context of an HTTP request. mcp-go verifies no tokens: call this in the middleware that
// does, in front of the MCP handler, or in the function given to server.WithHTTPContextFunc.
func WithCaller(ctx context.Context, user string) context.Context {
	return context.WithValue(ctx, callerKey{}, user)
}

// CallerPrincipal is the caller of a request: the user that WithCaller has put into the context. header is that of the request
// (mcp.CallToolRequest.Header): calls over stdio have an empty one and are LocalPrincipal. Calls over HTTP without a user get ErrNoPrincipal.
func CallerPrincipal(ctx context.Context, header http.Header) (string, error) {
	if user, _ := ctx.Value(callerKey{}).(string); user != "" {
		return userPrefix + user, nil
	}
	if header == nil || len(header) == 0 && overStdio(ctx) {
		return LocalPrincipal, nil
	}
	return "", ErrNoPrincipal
}

// overStdio reports whether the session is that of stdio. A client over HTTP that asks for a session of that name sends a header.
func overStdio(ctx context.Context) bool {
	s := server.ClientSessionFromContext(ctx)
	//mcpaudit:ignore sessionid it tells stdio from HTTP, and no client from another
	return s != nil && s.SessionID() == "stdio"
}

// CallerOrAnonymous is CallerPrincipal for servers that some callers use without authentication: those are AnonymousPrincipal.
func CallerOrAnonymous(ctx context.Context, header http.Header) string {
	p, err := CallerPrincipal(ctx, header)
	if err != nil {
		return AnonymousPrincipal
	}
	return p
}
