// Tools are registered through an interface of the server's own, whose method
// wraps the handler.
package main

import (
	"context"
	"database/sql"
	"net/http"

	"github.com/Masterminds/squirrel"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type handler func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error)

type registrar interface{ Add(t *mcp.Tool, h handler) }

type plain struct{ s *mcp.Server }

func (p *plain) Add(t *mcp.Tool, h handler) {
	p.s.AddTool(t, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return h(ctx, req)
	})
}

var db *sql.DB

func insert(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	query, args, err := squirrel.Insert("notes").Columns("title").Values(string(req.Params.Arguments)).ToSql()
	if err != nil {
		return nil, err
	}
	_, err = db.ExecContext(ctx, query, args...) // want "^high sure tool note_add: .*an INSERT runs twice"
	return nil, err
}

func find(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	rows, err := db.QueryContext(ctx, "SELECT title FROM notes")
	if err != nil {
		return nil, err
	}
	return nil, rows.Close()
}

func add() *mcp.Tool { return &mcp.Tool{Name: "note_add", Description: "Add a note"} }

func look() *mcp.Tool { return &mcp.Tool{Name: "note_find", Description: "Find a note"} }

func register(r registrar) {
	r.Add(add(), insert)
	r.Add(look(), find)
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "notes"}, nil)
	register(&plain{s})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
}
