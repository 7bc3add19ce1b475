// A pool of connections that its holder opens on first use, by its own fields,
// and lets go of when it is closed. What the fields are is somebody else's state.
package main

import (
	"context"
	"database/sql"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type source struct {
	mu     sync.Mutex
	driver string
	dsn    string
	pool   *sql.DB
}

func (s *source) address(ctx context.Context) (string, error) {
	if s.dsn == "" {
		return "", context.Cause(ctx)
	}
	return s.dsn, nil
}

func (s *source) open(ctx context.Context) (*sql.DB, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pool != nil {
		return s.pool, nil
	}
	dsn, err := s.address(ctx)
	if err != nil {
		return nil, err
	}
	db, err := sql.Open(s.driver, dsn)
	if err != nil {
		return nil, err
	}
	s.pool = db
	return db, nil
}

func (s *source) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pool != nil {
		s.pool.Close()
		s.pool = nil
	}
}

type service struct {
	mu      sync.Mutex
	sources map[string]*source // a finding of workflow
}

type in struct{ Name, DSN string }

func (s *service) add(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if old := s.sources[a.Name]; old != nil {
		old.close()
	}
	s.sources[a.Name] = &source{driver: "sqlite", dsn: req.Extra.TokenInfo.UserID + a.DSN}
	return nil, nil, nil
}

func (s *service) query(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	s.mu.Lock()
	src, ok := s.sources[a.Name]
	s.mu.Unlock()
	if !ok {
		return nil, nil, sql.ErrNoRows
	}
	db, err := src.open(ctx)
	if err != nil {
		return nil, nil, err
	}
	rows, err := db.QueryContext(ctx, "SELECT name FROM things")
	return nil, rows, err
}

func main() {
	s := &service{sources: map[string]*source{"main": {driver: "sqlite", dsn: "main.db"}}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "query"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "add"}, s.add)
	mcp.AddTool(srv, &mcp.Tool{Name: "query"}, s.query)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
