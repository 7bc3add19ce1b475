package handles

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestStateful(t *testing.T) {
	t.Setenv(StoreEnv, "memory:")
	m := NewMap[string, int](t.Name(), time.Hour)
	type in struct{ Fail bool }
	count := func(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, int, error) {
		m.In(ctx).Set("n", m.In(ctx).Get("n")+1)
		if in.Fail {
			return nil, 0, errors.New("no")
		}
		return nil, m.In(ctx).Get("n"), nil
	}
	local := &mcp.CallToolRequest{}
	overHTTP := &mcp.CallToolRequest{Extra: &mcp.RequestExtra{Header: http.Header{}}}
	tool := Stateful(Anyone, count)
	if _, _, err := tool(t.Context(), local, in{Fail: true}); err == nil || err.Error() != "no" {
		t.Errorf("%v", err)
	}
	if _, n, err := tool(t.Context(), local, in{}); n != 2 || err != nil {
		t.Errorf("after an error: %d, %v", n, err)
	}
	if _, n, err := tool(t.Context(), overHTTP, in{}); n != 1 || err != nil {
		t.Errorf("another principal: %d, %v", n, err)
	}
	if _, _, err := Stateful(Verified, count)(t.Context(), overHTTP, in{}); !errors.Is(err, ErrNoPrincipal) {
		t.Errorf("without a token: %v", err)
	}
	busy := Stateful(Anyone, func(ctx context.Context, req *mcp.CallToolRequest, in in) (*mcp.CallToolResult, int, error) {
		if _, _, err := tool(context.WithoutCancel(t.Context()), req, in); err != nil {
			t.Error(err)
		}
		return count(ctx, req, in)
	})
	// The other call ends while this one has read nothing yet.
	if _, n, err := busy(t.Context(), local, in{}); n != 4 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
}

func TestStatefulRequest(t *testing.T) {
	t.Setenv(StoreEnv, "memory:")
	m := NewMap[string, string](t.Name(), time.Hour)
	var tool mcp.ToolHandler = func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		m.In(ctx).Set("k", "v")
		return &mcp.CallToolResult{}, nil
	}
	var resource mcp.ResourceHandler = func(ctx context.Context, _ *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{Text: m.In(ctx).Get("k")}}}, nil
	}
	if _, err := StatefulRequest(Anyone, tool)(t.Context(), &mcp.CallToolRequest{}); err != nil {
		t.Error(err)
	}
	if res, err := StatefulRequest(Anyone, resource)(t.Context(), &mcp.ReadResourceRequest{}); err != nil || res.Contents[0].Text != "v" {
		t.Errorf("%+v, %v", res, err)
	}
	extra := &mcp.RequestExtra{Header: http.Header{}}
	res, err := StatefulRequest(Verified, tool)(t.Context(), &mcp.CallToolRequest{Extra: extra})
	if err != nil || !res.IsError || !strings.Contains(res.Content[0].(*mcp.TextContent).Text, "authenticated") {
		t.Errorf("%+v, %v", res, err)
	}
	if _, err := StatefulRequest(Verified, resource)(t.Context(), &mcp.ReadResourceRequest{Extra: extra}); !errors.Is(err, ErrNoPrincipal) {
		t.Errorf("%v", err)
	}
}
