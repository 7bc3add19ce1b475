// The caller chooses the method of the request.
package main

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ Method, Path, Body string }

func do(ctx context.Context, method, path, body string) (*mcp.CallToolResult, any, error) {
	method = strings.ToUpper(method)
	if method == "" {
		method = http.MethodGet
	}
	req, err := http.NewRequestWithContext(ctx, method, "https://desk.example/api"+path, strings.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	res, err := http.DefaultClient.Do(req) // want "^high sure tool desk_api: .*the request that it is given is sent twice"
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, res.Body.Close()
}

func call(ctx context.Context, _ *mcp.CallToolRequest, x in) (*mcp.CallToolResult, any, error) {
	return do(ctx, x.Method, x.Path, x.Body)
}

func look(ctx context.Context, _ *mcp.CallToolRequest, x in) (*mcp.CallToolResult, any, error) {
	if x.Method != http.MethodGet {
		return nil, nil, errors.New("this server only reads")
	}
	return do(ctx, x.Method, x.Path, "")
}

func page(ctx context.Context, _ *mcp.CallToolRequest, x in) (*mcp.CallToolResult, any, error) {
	return do(ctx, http.MethodGet, x.Path, "")
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "desk"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "desk_api", Description: "Make a request to the desk"}, call)
	mcp.AddTool(s, &mcp.Tool{Name: "desk_api_safe", Description: "Make a request to the desk"}, look)
	mcp.AddTool(s, &mcp.Tool{Name: "desk_page", Description: "A page of the desk"}, page)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
}
