package handles

import (
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Principal is the caller of a request as the verified token names it: its UserID, or the claim "sub" among its extra ones, each
// together with the issuer ("iss") if the verifier has kept it. Calls over stdio, which have no HTTP header, are LocalPrincipal. Calls
// over streamable HTTP without a token get ErrNoPrincipal. The SDK's SSE transport hands no header on: do not serve handles over it.
func Principal(req mcp.Request) (string, error) {
	extra := req.GetExtra()
	switch {
	case extra != nil && extra.TokenInfo != nil:
		t := extra.TokenInfo
		user := t.UserID
		if user == "" {
			user, _ = t.Extra["sub"].(string)
		}
		if user == "" {
			return "", fmt.Errorf("%w that says whose it is: have the token verifier set UserID", ErrNoPrincipal)
		}
		if issuer, _ := t.Extra["iss"].(string); issuer != "" {
			return userPrefix + user + "@" + issuer, nil
		}
		return userPrefix + user, nil
	case extra == nil || extra.Header == nil:
		return LocalPrincipal, nil
	}
	return "", ErrNoPrincipal
}

// PrincipalOrAnonymous is Principal for servers that some callers use without authentication: those are AnonymousPrincipal.
func PrincipalOrAnonymous(req mcp.Request) string {
	p, err := Principal(req)
	if err != nil {
		return AnonymousPrincipal
	}
	return p
}
