package handles

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func TestStatefulHandler(t *testing.T) {
	t.Setenv(StoreEnv, "memory:")
	m := NewMap[string, int](t.Name(), time.Hour)
	count := func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		m.In(ctx).Set("n", m.In(ctx).Get("n")+1)
		return mcp.NewToolResultText(strconv.Itoa(m.In(ctx).Get("n"))), nil
	}
	text := func(res *mcp.CallToolResult, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return res.Content[0].(mcp.TextContent).Text
	}
	var tool server.ToolHandlerFunc = StatefulHandler(Anyone, count)
	local, overHTTP := mcp.CallToolRequest{}, mcp.CallToolRequest{Header: http.Header{}}
	if a, b := text(tool(t.Context(), local)), text(tool(t.Context(), local)); a != "1" || b != "2" {
		t.Errorf("%s, %s", a, b)
	}
	if got := text(tool(t.Context(), overHTTP)); got != "1" {
		t.Errorf("another principal: %s", got)
	}
	if got := text(tool(WithCaller(t.Context(), "ada"), overHTTP)); got != "1" {
		t.Errorf("another principal: %s", got)
	}
	res, err := StatefulHandler(Verified, count)(t.Context(), overHTTP)
	if got := text(res, err); !res.IsError || !strings.Contains(got, "authenticated") {
		t.Errorf("without a token: %s", got)
	}
	var resource server.ResourceHandlerFunc = StatefulHandler(Verified, func(ctx context.Context, _ mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
		return []mcp.ResourceContents{mcp.TextResourceContents{Text: strconv.Itoa(m.In(ctx).Get("n"))}}, nil
	})
	if _, err := resource(t.Context(), mcp.ReadResourceRequest{Header: http.Header{}}); !errors.Is(err, ErrNoPrincipal) {
		t.Errorf("%v", err)
	}
	if got, err := resource(t.Context(), mcp.ReadResourceRequest{}); err != nil || got[0].(mcp.TextResourceContents).Text != "2" {
		t.Errorf("%v, %v", got, err)
	}
}
