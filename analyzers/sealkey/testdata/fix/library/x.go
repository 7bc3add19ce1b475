// The transport is made in a package of its own.
package main

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log"

	"example.com/app/serve"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type signer struct {
	key []byte
}

func newSigner() *signer {
	s := &signer{key: make([]byte, 32)}
	if _, err := rand.Read(s.key); err != nil { // never fails
		log.Fatal(err)
	}
	return s
}

func (s *signer) sum(text string) string {
	h := hmac.New(sha256.New, s.key)
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
	s := newSigner()
	srv := mcp.NewServer(&mcp.Implementation{Name: "signer"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "issue"}, s.issue)
	mcp.AddTool(srv, &mcp.Tool{Name: "check"}, s.check)
	log.Fatal(serve.HTTP(srv))
}
