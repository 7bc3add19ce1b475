// The program's own token for another service, thrown away when it is refused:
// the same for every caller.
package main

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type entry struct {
	token   string
	expires time.Time
}

type source struct {
	mu  sync.Mutex
	url string
	now *entry
}

func (s *source) token(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now != nil && time.Now().Before(s.now.expires) {
		return s.now.token, nil
	}
	tok, ttl, err := s.fetch(ctx)
	if err != nil {
		return "", err
	}
	s.now = &entry{token: tok, expires: time.Now().Add(ttl)}
	return tok, nil
}

func (s *source) fetch(ctx context.Context) (string, time.Duration, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, nil)
	if err != nil {
		return "", 0, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", 0, err
	}
	defer resp.Body.Close()
	var body struct {
		Token string
		TTL   int
	}
	err = json.NewDecoder(resp.Body).Decode(&body)
	return body.Token, time.Duration(body.TTL) * time.Second, err
}

func (s *source) refused() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = nil
}

func main() {
	s := &source{url: "https://auth.example.com/token"}
	srv := mcp.NewServer(&mcp.Implementation{Name: "stock"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "count"}, func(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		tok, err := s.token(ctx)
		if err != nil {
			return nil, nil, err
		}
		r, _ := http.NewRequestWithContext(ctx, http.MethodGet, "https://stock.example.com/count", nil)
		r.Header.Set("Authorization", "Bearer "+tok)
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			return nil, nil, err
		}
		defer resp.Body.Close()
		if resp.StatusCode == http.StatusUnauthorized {
			s.refused()
		}
		return nil, resp.Status, nil
	})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
