// A token that nobody has set is made at random.
package main

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type signer struct {
	key []byte
}

func random() []byte {
	b := make([]byte, 32)
	rand.Read(b) // refuse "stands in for what is missing .line"
	return b
}

func newSigner() *signer {
	s := &signer{key: []byte(os.Getenv("KEY"))}
	if len(s.key) == 0 {
		s.key = random()
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
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
