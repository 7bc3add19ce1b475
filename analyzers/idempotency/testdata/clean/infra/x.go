// What every tool does on its way, readers as well, is not what a tool is for:
// a login, a line in the audit log.
package main

import (
	"context"
	"database/sql"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ ID string }

type app struct{ db *sql.DB }

func (a *app) audit(ctx context.Context, what string) error {
	_, err := a.db.ExecContext(ctx, "INSERT INTO audit_log (what) VALUES ($1)", what)
	return err
}

func (a *app) login() error {
	res, err := http.Post("https://id.example/oauth/token", "application/x-www-form-urlencoded", nil)
	if err != nil {
		return err
	}
	return res.Body.Close()
}

func (a *app) begin(ctx context.Context, what string) error {
	if err := a.audit(ctx, what); err != nil {
		return err
	}
	return a.login()
}

func (a *app) get(ctx context.Context, _ *mcp.CallToolRequest, x in) (*mcp.CallToolResult, any, error) {
	return nil, nil, a.begin(ctx, x.ID)
}

func (a *app) list(ctx context.Context, _ *mcp.CallToolRequest, x in) (*mcp.CallToolResult, any, error) {
	return nil, nil, a.begin(ctx, x.ID)
}

func (a *app) thing(ctx context.Context, _ *mcp.CallToolRequest, x in) (*mcp.CallToolResult, any, error) {
	return nil, nil, a.begin(ctx, x.ID)
}

func main() {
	a := &app{}
	s := mcp.NewServer(&mcp.Implementation{Name: "app"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "get_thing", Description: "Returns a thing."}, a.get)
	mcp.AddTool(s, &mcp.Tool{Name: "list_things", Description: "Lists things."}, a.list)
	mcp.AddTool(s, &mcp.Tool{Name: "thing", Description: "One thing."}, a.thing)
	s.Run(context.Background(), &mcp.StdioTransport{})
}
