// Notes are kept under a name that a token says.
package main

import (
	"context"
	"net/http"
	"strings"
	"sync"

	"github.com/golang-jwt/jwt/v5"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func caller(token string) string {
	claims := jwt.MapClaims{}
	if _, _, err := jwt.NewParser().ParseUnverified(token, claims); err != nil { // want "^high likely main.caller: claims: claims of a token that nothing verifies"
		return ""
	}
	email, _ := claims["email"].(string)
	return email
}

type notes struct {
	mu sync.Mutex
	m  map[string]string
}

type in struct{ Text string }

func (n *notes) write(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.m[caller(bearer(req))] = a.Text
	return nil, "written", nil
}

func (n *notes) read(ctx context.Context, req *mcp.CallToolRequest, _ any) (*mcp.CallToolResult, any, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return nil, n.m[caller(bearer(req))], nil
}

func bearer(req *mcp.CallToolRequest) string {
	return strings.TrimPrefix(req.Extra.Header.Get("Authorization"), "Bearer ")
}

func main() {
	n := &notes{m: map[string]string{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "notes"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "write"}, n.write)
	mcp.AddTool(srv, &mcp.Tool{Name: "read"}, n.read)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
