// with github.com/mark3labs/mcp-go@v1.2.1

// The state is sealed, behind an interface of the module.
package main

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
	"errors"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type opener interface {
	open(sealed string) ([]byte, error)
}

type box struct{ aead cipher.AEAD }

func (b *box) open(sealed string) ([]byte, error) {
	raw, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil || len(raw) < 12 {
		return nil, errors.New("bad state")
	}
	return b.aead.Open(nil, raw[:12], raw[12:], nil)
}

type tools struct{ box opener }

func (t *tools) pay(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	text, err := t.box.open(req.Params.RequestState)
	if err != nil {
		return mcp.NewToolResultErrorFromErr("state", err), nil
	}
	return mcp.NewToolResultText(string(text)), nil
}

func main() {
	block, _ := aes.NewCipher([]byte(os.Getenv("STATE_KEY")))
	aead, _ := cipher.NewGCM(block)
	t := &tools{&box{aead}}
	s := server.NewMCPServer("pay", "1.0.0")
	s.AddTool(mcp.NewTool("pay"), t.pay)
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
