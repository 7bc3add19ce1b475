// Transactions by id: begun by one call, used and ended by others.
package main

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type service struct {
	db  *sql.DB
	mu  sync.Mutex
	txs map[string]*sql.Tx // want "^high sure main.service.txs: a live resource stays open here"
}

type in struct{ Tx, SQL string }

func (s *service) begin(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	tx, err := s.db.Begin()
	if err != nil {
		return nil, nil, err
	}
	id := rand.Text()
	s.mu.Lock()
	s.txs[id] = tx
	s.mu.Unlock()
	return nil, id, nil
}

func (s *service) find(id string) (*sql.Tx, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	tx, ok := s.txs[id]
	if !ok {
		return nil, errors.New("no such transaction")
	}
	return tx, nil
}

func (s *service) exec(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	tx, err := s.find(a.Tx)
	if err != nil {
		return nil, nil, err
	}
	_, err = tx.ExecContext(ctx, a.SQL)
	return nil, nil, err
}

func main() {
	db, _ := sql.Open("postgres", "")
	s := &service{db: db, txs: map[string]*sql.Tx{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "sql"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "begin"}, s.begin)
	mcp.AddTool(srv, &mcp.Tool{Name: "exec"}, s.exec)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
