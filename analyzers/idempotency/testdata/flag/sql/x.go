// Statements that differ when they run twice.
package main

import (
	"context"
	"database/sql"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type store struct{ db *sql.DB }

func (s *store) book(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := s.db.ExecContext(ctx, `INSERT INTO bookings (room, day) VALUES ($1, $2)`, req.GetString("room", ""), req.GetString("day", "")) // want `sure tool book_room: .*INSERT INTO bookings runs twice`
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("booked"), nil
}

const take = `
	UPDATE stock
	SET left_over = left_over - 1
	WHERE article = ?`

func (s *store) take(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	st, err := s.db.Prepare(take)
	if err != nil {
		return nil, err
	}
	if _, err := st.ExecContext(ctx, req.GetString("article", "")); err != nil { // want "tool take_article: .*UPDATE stock SET runs twice"
		return nil, err
	}
	return mcp.NewToolResultText("taken"), nil
}

func (s *store) raw(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	q, err := req.RequireString("sql")
	if err != nil {
		return nil, err
	}
	if _, err := s.db.ExecContext(ctx, q); err != nil { // want "tool statement: .*the statement that it is given runs twice"
		return nil, err
	}
	return mcp.NewToolResultText("done"), nil
}

func main() {
	db, err := sql.Open("postgres", "")
	if err != nil {
		panic(err)
	}
	st := &store{db}
	s := server.NewMCPServer("hotel", "1")
	s.AddTool(mcp.NewTool("book_room", mcp.WithDescription("Books a room")), st.book)
	s.AddTool(mcp.NewTool("take_article", mcp.WithDescription("Takes one article from the stock")), st.take)
	s.AddTool(mcp.NewTool("statement", mcp.WithDescription("Runs a statement")), st.raw)
	server.ServeStdio(s)
}
