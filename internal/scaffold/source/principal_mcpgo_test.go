package handles

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
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

// Over stdio the SDK hands on a header that is empty.
func TestStdioCaller(t *testing.T) {
	var got string
	s := server.NewMCPServer("test", "1.0.0")
	s.AddTool(mcp.NewTool("whoami"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		got = CallerOrAnonymous(ctx, headerOf(req))
		return mcp.NewToolResultText(got), nil
	})
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	for name, calls := range map[string][]string{
		"with a handshake": {
			`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
			`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"whoami","arguments":{}}}`,
		},
		"without one": {`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"whoami","arguments":{},` + meta + `}}`},
	} {
		got = ""
		in, client := io.Pipe()
		answers, out := io.Pipe()
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- server.NewStdioServer(s).Listen(ctx, in, out) }()
		for _, call := range calls {
			if _, err := io.WriteString(client, call+"\n"); err != nil {
				t.Fatal(err)
			}
			answer := make([]byte, 1<<16)
			n, err := answers.Read(answer)
			if err != nil || strings.Contains(string(answer[:n]), `"error"`) {
				t.Fatalf("%s: %v %s", name, err, answer[:n])
			}
		}
		cancel()
		client.Close()
		answers.Close()
		<-done
		if got != LocalPrincipal {
			t.Errorf("%s: the caller is %q", name, got)
		}
	}
	// A client over HTTP that calls its session so has a header.
	if p, err := CallerPrincipal(t.Context(), http.Header{"Mcp-Session-Id": {"stdio"}}); err == nil {
		t.Errorf("over HTTP: %q", p)
	}
}
