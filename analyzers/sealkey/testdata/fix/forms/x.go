// Keys of other lengths, in a slice that is made before, and with an error that a statement of its own handles.
package main

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type signer struct{ key, old []byte }

func newSigner() (*signer, error) {
	key := make([]byte, 24)
	s := &signer{key: key}
	if _, err := rand.Read(key); err != nil {
		return nil, fmt.Errorf("key: %w", err)
	}
	old, err := oldKey()
	s.old = old
	return s, err
}

func oldKey() ([]byte, error) {
	b := make([]byte, 16)
	_, err := rand.Read(b)
	if err != nil {
		return nil, err
	}
	return b, nil
}

func (s *signer) sum(text string) string {
	h := hmac.New(sha256.New, s.key)
	h.Write([]byte(text))
	return hex.EncodeToString(h.Sum(nil)) + s.sum1(text)
}

func (s *signer) sum1(text string) string {
	h := hmac.New(sha256.New, s.old)
	h.Write([]byte(text))
	return hex.EncodeToString(h.Sum(nil))
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
	s, err := newSigner()
	if err != nil {
		panic(err)
	}
	srv := mcp.NewServer(&mcp.Implementation{Name: "signer"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "issue"}, s.issue)
	mcp.AddTool(srv, &mcp.Tool{Name: "check"}, s.check)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
