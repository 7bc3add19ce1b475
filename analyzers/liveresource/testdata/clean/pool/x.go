// Pools of start-up hold nothing of a caller.
package main

import (
	"context"
	"database/sql"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type service struct {
	db   *sql.DB
	http *http.Client
}

type in struct{ SQL string }

func (s *service) query(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	rows, err := s.db.QueryContext(ctx, a.SQL)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	n := 0
	for rows.Next() {
		n++
	}
	return nil, n, rows.Err()
}

func main() {
	db, _ := sql.Open("postgres", "")
	s := &service{db: db, http: &http.Client{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "sql"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "query"}, s.query)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
