// The state is signed, and what does not verify is refused.
package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"os"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type signer struct{ key []byte }

func (s *signer) sign(text string) string {
	m := hmac.New(sha256.New, s.key)
	m.Write([]byte(text))
	return text + "." + hex.EncodeToString(m.Sum(nil))
}

func (s *signer) open(state string) (string, error) {
	text, _, _ := strings.Cut(state, ".")
	if !hmac.Equal([]byte(s.sign(text)), []byte(state)) {
		return "", errors.New("state was changed")
	}
	return text, nil
}

type in struct{ Target string }

func (s *signer) remove(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if req.Params.RequestState == "" {
		return &mcp.CallToolResult{RequestState: s.sign(a.Target)}, nil, nil
	}
	target, err := s.open(req.Params.RequestState)
	if err != nil || target != a.Target {
		return nil, nil, errors.New("ask again")
	}
	return nil, "deleted " + target, nil
}

func main() {
	s := &signer{[]byte(os.Getenv("STATE_KEY"))}
	srv := mcp.NewServer(&mcp.Implementation{Name: "rm"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "remove"}, s.remove)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
