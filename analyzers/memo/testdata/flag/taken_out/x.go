// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// A client per account is kept until the account signs in again: only the process
// that serves the sign-in lets go of the old one.
package main

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type api struct{ token string }

type accounts struct {
	mu      sync.Mutex
	clients map[string]*api // want "^medium likely main.accounts.clients: a request that changes what is cached here takes the entry out of this process alone"
}

func (a *accounts) client(account string) (*api, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if c, ok := a.clients[account]; ok {
		return c, nil
	}
	token, err := os.ReadFile(filepath.Join("/shared", filepath.Base(account)))
	if err != nil {
		return nil, errors.New("sign in first")
	}
	c := &api{token: string(token)}
	a.clients[account] = c
	return c, nil
}

func (a *accounts) forget(account string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.clients, account)
}

func (a *accounts) signedIn(w http.ResponseWriter, r *http.Request) {
	account := r.FormValue("account")
	if err := os.WriteFile(filepath.Join("/shared", filepath.Base(account)), []byte(r.FormValue("code")), 0o600); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	a.forget(account)
}

type of struct{ Account string }

func (a *accounts) mails(ctx context.Context, req *mcp.CallToolRequest, in of) (*mcp.CallToolResult, any, error) {
	c, err := a.client(in.Account)
	if err != nil {
		return nil, nil, err
	}
	return nil, len(c.token), nil
}

func main() {
	a := &accounts{clients: map[string]*api{}}
	s := mcp.NewServer(&mcp.Implementation{Name: "mails"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "list_mails"}, a.mails)
	http.HandleFunc("/callback", a.signedIn)
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
	http.ListenAndServe(":8080", nil)
}
