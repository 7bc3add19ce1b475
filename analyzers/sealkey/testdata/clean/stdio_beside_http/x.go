// Two programs of one constructor: the random key is for stdio only, HTTP
// takes its key from configuration.
package main

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"log"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type signer struct{ key []byte }

func random() *signer {
	key := make([]byte, 32)
	rand.Read(key)
	return &signer{key: key}
}

type in struct{ Handle string }

func (s *signer) check(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	m := hmac.New(sha256.New, s.key)
	m.Write([]byte(a.Handle))
	return nil, hex.EncodeToString(m.Sum(nil)), nil
}

func build(s *signer) *mcp.Server {
	srv := mcp.NewServer(&mcp.Implementation{Name: "both"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "check"}, s.check)
	return srv
}

func stdio() error { return build(random()).Run(context.Background(), &mcp.StdioTransport{}) }

func serve() error {
	key := os.Getenv("STATE_KEY")
	if key == "" {
		log.Fatal("STATE_KEY is missing")
	}
	srv := build(&signer{key: []byte(key)})
	return http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "http" {
		log.Fatal(serve())
	}
	log.Fatal(stdio())
}
