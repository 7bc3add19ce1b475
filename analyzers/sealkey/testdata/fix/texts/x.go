// A secret that is a text.
package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"

	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type signer struct{ secret string }

func (s *signer) sum(text string) string {
	h := hmac.New(sha256.New, []byte(s.secret))
	h.Write([]byte(text))
	return base64.StdEncoding.EncodeToString(h.Sum(nil))
}

type in struct{ Token, User string }

func (s *signer) issue(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, s.sum(a.User), nil
}

func (s *signer) check(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !hmac.Equal([]byte(s.sum(a.User)), []byte(a.Token)) {
		return nil, nil, errors.New("bad token")
	}
	return nil, "ok", nil
}

func main() {
	s := &signer{secret: uuid.NewString()}
	srv := mcp.NewServer(&mcp.Implementation{Name: "signer"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "issue"}, s.issue)
	mcp.AddTool(srv, &mcp.Tool{Name: "check"}, s.check)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
