package handles

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// over calls a tool through a server and returns the principal that the tool saw.
func over(ctx context.Context, t *testing.T, header http.Header) (principal string, err error) {
	t.Helper()
	s := server.NewMCPServer("test", "1.0.0")
	s.AddTool(mcp.NewTool("whoami"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		principal, err = CallerPrincipal(ctx, headerOf(req))
		return mcp.NewToolResultText(principal), nil
	})
	tool := s.GetTool("whoami")
	if _, err := tool.Handler(ctx, mcp.CallToolRequest{Header: header}); err != nil {
		t.Fatal(err)
	}
	return principal, err
}

func TestCallerPrincipal(t *testing.T) {
	if got, err := over(WithCaller(t.Context(), "ada"), t, http.Header{}); got != "user:ada" || err != nil {
		t.Errorf("a user: %q, %v", got, err)
	}
	if got, err := over(t.Context(), t, nil); got != LocalPrincipal || err != nil {
		t.Errorf("stdio: %q, %v", got, err)
	}
	if got, err := over(t.Context(), t, http.Header{}); got != "" || !errors.Is(err, ErrNoPrincipal) {
		t.Errorf("HTTP without a user: %q, %v", got, err)
	}
	if got := CallerOrAnonymous(t.Context(), http.Header{}); got != AnonymousPrincipal {
		t.Errorf("got %q", got)
	}
}
