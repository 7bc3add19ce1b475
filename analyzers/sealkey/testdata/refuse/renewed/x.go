// A tool that makes the key anew takes back all that was signed before; a configured key would not.
package main

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type server struct{ key []byte }

type in struct{ Text, Sum string }

func (s *server) sign(text string) string {
	h := hmac.New(sha256.New, s.key)
	h.Write([]byte(text))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}

func (s *server) issue(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, s.sign(a.Text), nil
}

func (s *server) use(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !hmac.Equal([]byte(s.sign(a.Text)), []byte(a.Sum)) {
		return nil, nil, errors.New("bad token")
	}
	return nil, a.Text, nil
}

func (s *server) revoke(ctx context.Context, _ *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	s.key = make([]byte, 32)
	if _, err := rand.Read(s.key); err != nil { // refuse "filled at line 52 as well"
		return nil, nil, err
	}
	return nil, "all tokens are void", nil
}

func main() {
	s := &server{}
	srv := mcp.NewServer(&mcp.Implementation{Name: "tokens"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "issue"}, s.issue)
	mcp.AddTool(srv, &mcp.Tool{Name: "use"}, s.use)
	mcp.AddTool(srv, &mcp.Tool{Name: "revoke"}, s.revoke)
	s.key = make([]byte, 32)
	rand.Read(s.key) // refuse "filled at line 39 as well"
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
