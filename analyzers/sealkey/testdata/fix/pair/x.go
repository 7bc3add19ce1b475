// A key pair of the constructor signs what clients bring back.
package main

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type office struct {
	private ed25519.PrivateKey
	public  ed25519.PublicKey
}

func newOffice() (*office, error) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	return &office{private, public}, nil
}

type in struct{ Ticket string }

func (o *office) take(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	text := "seat 1"
	return nil, text + "." + base64.RawURLEncoding.EncodeToString(ed25519.Sign(o.private, []byte(text))), nil
}

func (o *office) use(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	text, sig, _ := strings.Cut(a.Ticket, ".")
	b, err := base64.RawURLEncoding.DecodeString(sig)
	if err != nil || !ed25519.Verify(o.public, []byte(text), b) {
		return nil, nil, errors.New("bad ticket")
	}
	return nil, text, nil
}

func main() {
	o, err := newOffice()
	if err != nil {
		panic(err)
	}
	srv := mcp.NewServer(&mcp.Implementation{Name: "seats"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "take"}, o.take)
	mcp.AddTool(srv, &mcp.Tool{Name: "use"}, o.use)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
