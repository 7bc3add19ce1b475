// A library makes its key at the first use: no start is known at which a missing one would be told.
package seats

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"net/http"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var (
	once    sync.Once
	private ed25519.PrivateKey
	public  ed25519.PublicKey
)

func keys() (ed25519.PublicKey, ed25519.PrivateKey) {
	once.Do(func() {
		public, private, _ = ed25519.GenerateKey(rand.Reader) // refuse "made at its first use"
	})
	return public, private
}

type in struct{ Ticket string }

func take(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	_, priv := keys()
	text := "seat 1"
	return nil, text + "." + base64.RawURLEncoding.EncodeToString(ed25519.Sign(priv, []byte(text))), nil
}

func use(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	pub, _ := keys()
	text, sig, _ := strings.Cut(a.Ticket, ".")
	b, err := base64.RawURLEncoding.DecodeString(sig)
	if err != nil || !ed25519.Verify(pub, []byte(text), b) {
		return nil, nil, errors.New("bad ticket")
	}
	return nil, text, nil
}

func Register(srv *mcp.Server) http.Handler {
	mcp.AddTool(srv, &mcp.Tool{Name: "take"}, take)
	mcp.AddTool(srv, &mcp.Tool{Name: "use"}, use)
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true})
}
