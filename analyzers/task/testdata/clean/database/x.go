// with github.com/mark3labs/mcp-go@v1.2.1

// Job records in a database: any replica can answer the poll.
package main

import (
	"context"
	"database/sql"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type jobs struct{ db *sql.DB }

func (j *jobs) start(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := j.db.ExecContext(ctx, "INSERT INTO jobs (id, state) VALUES ($1, 'new') ON CONFLICT DO NOTHING", req.GetString("id", "")); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("queued"), nil
}

func (j *jobs) poll(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var state string
	if err := j.db.QueryRowContext(ctx, "SELECT state FROM jobs WHERE id = $1", req.GetString("id", "")).Scan(&state); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(state), nil
}

func main() {
	db, _ := sql.Open("postgres", "")
	j := &jobs{db: db}
	s := server.NewMCPServer("jobs", "1.0.0")
	s.AddTool(mcp.NewTool("start"), j.start)
	s.AddTool(mcp.NewTool("poll"), j.poll)
	server.NewStreamableHTTPServer(s).Start(":8080")
}
