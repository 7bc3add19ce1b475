// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// A tool shows a code and leaves a browser waiting for it to be scanned; the next
// call of the tool ends the wait of the one before.
package main

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/go-rod/rod"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type logins struct {
	mu     sync.Mutex
	cancel func() // want "^medium likely main.logins.cancel: work goes on after the answer, and how to stop it is only known here"
}

func (l *logins) replace(cancel func()) {
	l.mu.Lock()
	before := l.cancel
	l.cancel = cancel
	l.mu.Unlock()
	if before != nil {
		before()
	}
}

func (l *logins) code(ctx context.Context, req *mcp.CallToolRequest, in struct{}) (*mcp.CallToolResult, any, error) {
	page := rod.New().MustPage("https://login.example.com")
	wait, cancel := context.WithTimeout(context.Background(), 4*time.Minute)
	l.replace(cancel)
	go func() {
		defer cancel()
		<-wait.Done()
		page.Close()
	}()
	return nil, "scan the code", nil
}

func main() {
	l := &logins{}
	s := mcp.NewServer(&mcp.Implementation{Name: "logins"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "login_code"}, l.code)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
