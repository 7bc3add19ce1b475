// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// A server that signs tokens for tests stands in a file of the program itself.
package main

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// issuer signs what tests ask it to.
func issuer(t *testing.T) *httptest.Server {
	key := make([]byte, 32)
	if _, err := rand.Read(key); err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/token", func(w http.ResponseWriter, r *http.Request) {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(r.FormValue("sub")))
		w.Write([]byte(hex.EncodeToString(mac.Sum(nil))))
	})
	return httptest.NewServer(mux)
}

var _ = issuer

type none struct{}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "signed"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "ping"}, func(ctx context.Context, req *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, any, error) {
		return nil, nil, nil
	})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
