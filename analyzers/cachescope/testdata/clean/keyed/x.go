// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// The caller is in the key: as he is, as a digest of his token, in a struct.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type project struct{ Name string }

type key struct{ tokenDigest, project string }

type right struct{ CanRead bool }

type server struct {
	boards sync.Map
	mu     sync.Mutex
	rights map[key]right
	load   func(name string) []string
}

func (s *server) board(ctx context.Context, name string) []string {
	who := auth.TokenInfoFromContext(ctx).UserID
	if v, ok := s.boards.Load(who + ":" + name); ok {
		return v.([]string)
	}
	var out []string
	for _, item := range s.load(name) {
		if item == who {
			out = append(out, item)
		}
	}
	s.boards.Store(who+":"+name, out)
	return out
}

func (s *server) right(token, name string, ask func() bool) right {
	sum := sha256.Sum256([]byte(token))
	k := key{hex.EncodeToString(sum[:]), name}
	s.mu.Lock()
	defer s.mu.Unlock()
	if r, ok := s.rights[k]; ok {
		return r
	}
	r := right{CanRead: ask()}
	s.rights[k] = r
	return r
}

func (s *server) show(ctx context.Context, req *mcp.CallToolRequest, in project) (*mcp.CallToolResult, any, error) {
	if !s.right(req.Extra.Header.Get("Authorization"), in.Name, func() bool { return in.Name != "" }).CanRead {
		return nil, nil, nil
	}
	return nil, s.board(ctx, in.Name), nil
}

func main() {
	srv := &server{rights: map[key]right{}}
	s := mcp.NewServer(&mcp.Implementation{Name: "boards"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "show_board"}, srv.show)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
