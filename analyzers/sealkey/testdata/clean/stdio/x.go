// A random key in a program that serves one client on stdio.
package main

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type signer struct{ key []byte }

type in struct{ Handle string }

func (s *signer) check(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	m := hmac.New(sha256.New, s.key)
	m.Write([]byte(a.Handle))
	return nil, hex.EncodeToString(m.Sum(nil)), nil
}

func main() {
	key := make([]byte, 32)
	rand.Read(key)
	s := &signer{key: key}
	srv := mcp.NewServer(&mcp.Implementation{Name: "local"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "check"}, s.check)
	srv.Run(context.Background(), &mcp.StdioTransport{})
}
