// A tool begins a form, and a page finishes it for the one who began.
package main

import (
	"context"
	"crypto/rand"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type form struct{ user, secret string }

type forms struct {
	mu   sync.Mutex
	open map[string]*form
}

func (f *forms) begin(ctx context.Context, req *mcp.CallToolRequest, _ any) (*mcp.CallToolResult, any, error) {
	id := rand.Text()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open[id] = &form{user: req.Extra.TokenInfo.UserID}
	return nil, "open https://forms.example/form/" + id, nil
}

func (f *forms) finish(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	form, ok := f.open[r.PathValue("id")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	if c, err := r.Cookie("user"); err != nil || c.Value != form.user {
		http.Error(w, "not yours", http.StatusForbidden)
		return
	}
	form.secret = r.FormValue("secret")
}

func main() {
	f := &forms{open: map[string]*form{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "forms"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "begin"}, f.begin)
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true})
	http.Handle("/mcp", auth.RequireBearerToken(verify, nil)(h))
	http.HandleFunc("/form/{id}", f.finish)
	http.ListenAndServe(":8080", nil)
}

func verify(ctx context.Context, token string, r *http.Request) (*auth.TokenInfo, error) {
	return &auth.TokenInfo{UserID: token}, nil
}
