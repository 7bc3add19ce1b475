// The configured key is missing: the constructor makes one and goes on.
package main

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"log/slog"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type sealer struct{ aead cipher.AEAD }

func key() ([]byte, error) {
	if k := os.Getenv("STATE_KEY"); k != "" {
		return base64.StdEncoding.DecodeString(k)
	}
	slog.Warn("STATE_KEY is not set, making one")
	b := make([]byte, 32)
	_, err := rand.Read(b) // refuse "stands in for what is missing"
	return b, err
}

func newSealer() (*sealer, error) {
	k, err := key()
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(k)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCM(block)
	return &sealer{aead}, err
}

func (s *sealer) seal(text string) string {
	nonce := make([]byte, s.aead.NonceSize())
	rand.Read(nonce)
	return base64.RawURLEncoding.EncodeToString(s.aead.Seal(nonce, nonce, []byte(text), nil))
}

func (s *sealer) open(sealed string) (string, error) {
	b, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil || len(b) < s.aead.NonceSize() {
		return "", errors.New("bad cursor")
	}
	text, err := s.aead.Open(nil, b[:s.aead.NonceSize()], b[s.aead.NonceSize():], nil)
	return string(text), err
}

type in struct{ Cursor string }

func (s *sealer) list(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if a.Cursor == "" {
		return nil, s.seal("0"), nil
	}
	at, err := s.open(a.Cursor)
	return nil, s.seal(at + "0"), err
}

func main() {
	s, err := newSealer()
	if err != nil {
		panic(err)
	}
	srv := mcp.NewServer(&mcp.Implementation{Name: "list"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "list"}, s.list)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
