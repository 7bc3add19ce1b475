// One key from configuration; the program does not start without it.
package main

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log"
	"net/http"
	"os"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type signer struct{ key []byte }

func newSigner() (*signer, error) {
	k := os.Getenv("STATE_KEY")
	if len(k) < 32 {
		return nil, errors.New("STATE_KEY: at least 32 bytes")
	}
	return &signer{[]byte(k)}, nil
}

func (s *signer) sign(text string) string {
	m := hmac.New(sha256.New, s.key)
	m.Write([]byte(text))
	return text + "." + hex.EncodeToString(m.Sum(nil))
}

type in struct{ Handle string }

func (s *signer) open(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	return nil, s.sign(rand.Text()), nil
}

func (s *signer) use(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	text, _, _ := strings.Cut(a.Handle, ".")
	if !hmac.Equal([]byte(s.sign(text)), []byte(a.Handle)) {
		return nil, nil, errors.New("bad handle")
	}
	return nil, text, nil
}

func main() {
	s, err := newSigner()
	if err != nil {
		log.Fatal(err)
	}
	srv := mcp.NewServer(&mcp.Implementation{Name: "h"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "open"}, s.open)
	mcp.AddTool(srv, &mcp.Tool{Name: "use"}, s.use)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
