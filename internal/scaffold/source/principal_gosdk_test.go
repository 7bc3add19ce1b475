package handles

import (
	"errors"
	"net/http"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestPrincipal(t *testing.T) {
	token := func(t *auth.TokenInfo) *mcp.CallToolRequest {
		return &mcp.CallToolRequest{Extra: &mcp.RequestExtra{TokenInfo: t, Header: http.Header{}}}
	}
	for what, test := range map[string]struct {
		req  *mcp.CallToolRequest
		want string
	}{
		"a user":               {token(&auth.TokenInfo{UserID: "ada"}), "user:ada"},
		"a subject":            {token(&auth.TokenInfo{Extra: map[string]any{"sub": "ada", "iss": "https://id.example"}}), "user:ada@https://id.example"},
		"a user named local":   {token(&auth.TokenInfo{UserID: "local"}), "user:local"},
		"stdio":                {&mcp.CallToolRequest{}, LocalPrincipal},
		"a token for nobody":   {token(&auth.TokenInfo{}), ""},
		"HTTP without a token": {token(nil), ""},
	} {
		got, err := Principal(test.req)
		if got != test.want || errors.Is(err, ErrNoPrincipal) != (test.want == "") {
			t.Errorf("%s: %q, %v", what, got, err)
		}
	}
	if got := PrincipalOrAnonymous(token(nil)); got != AnonymousPrincipal {
		t.Errorf("got %q", got)
	}
}
