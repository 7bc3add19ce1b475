// What a call builds for itself, and what it keeps in a database.
package main

import (
	"context"
	"database/sql"
	"net/http"
	"sort"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type counter struct{ n map[string]int }

func (c *counter) add(w string) { c.n[w]++ }

type in struct {
	ID    string
	Words []string
}

type service struct{ db *sql.DB }

func (s *service) count(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	c := &counter{n: map[string]int{}}
	for _, w := range a.Words {
		c.add(w)
	}
	var out []string
	for w := range c.n {
		out = append(out, w)
	}
	sort.Strings(out)
	return nil, out, nil
}

func (s *service) save(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	_, err := s.db.ExecContext(ctx, "INSERT INTO words (id) VALUES ($1)", a.ID)
	return nil, nil, err
}

func main() {
	db, _ := sql.Open("postgres", "")
	s := &service{db: db}
	srv := mcp.NewServer(&mcp.Implementation{Name: "words"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "count"}, s.count)
	mcp.AddTool(srv, &mcp.Tool{Name: "save"}, s.save)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
