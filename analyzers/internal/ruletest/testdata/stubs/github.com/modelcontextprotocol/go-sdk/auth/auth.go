// Package auth declares what the tests use of the SDK's package.
package auth

import (
	"context"
	"net/http"
	"time"
)

type TokenInfo struct {
	Scopes     []string
	Expiration time.Time
	UserID     string
	Extra      map[string]any
}

type TokenVerifier func(ctx context.Context, token string, req *http.Request) (*TokenInfo, error)

type RequireBearerTokenOptions struct {
	ResourceMetadataURL string
	Scopes              []string
}

func TokenInfoFromContext(ctx context.Context) *TokenInfo { return nil }

func RequireBearerToken(verifier TokenVerifier, opts *RequireBearerTokenOptions) func(http.Handler) http.Handler {
	return nil
}
