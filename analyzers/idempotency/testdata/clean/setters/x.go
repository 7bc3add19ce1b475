// Writes that leave the same behind when they run twice.
package main

import (
	"context"
	"database/sql"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ ID, Value string }

var db *sql.DB

func send(method, url string) error {
	req, err := http.NewRequest(method, url, nil)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return res.Body.Close()
}

func put(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, send(http.MethodPut, "https://api.example/things/"+a.ID)
}

func remove(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, send(http.MethodDelete, "https://api.example/things/"+a.ID)
}

func enable(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, send(http.MethodPost, "https://api.example/things/"+a.ID+"/enable")
}

func upsert(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	_, err := db.ExecContext(ctx, `INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value`, a.ID, a.Value)
	return nil, nil, err
}

func rename(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	_, err := db.ExecContext(ctx, `UPDATE things SET name = $2, changed = now() WHERE id = $1`, a.ID, a.Value)
	return nil, nil, err
}

func save(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	f, err := os.Create(a.ID)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	_, err = f.WriteString(a.Value)
	return nil, nil, err
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "sets"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "thing"}, put)
	mcp.AddTool(s, &mcp.Tool{Name: "no_thing"}, remove)
	mcp.AddTool(s, &mcp.Tool{Name: "thing_on"}, enable)
	mcp.AddTool(s, &mcp.Tool{Name: "add_setting"}, upsert)
	mcp.AddTool(s, &mcp.Tool{Name: "thing_name"}, rename)
	mcp.AddTool(s, &mcp.Tool{Name: "create_file"}, save)
	s.Run(context.Background(), &mcp.StdioTransport{})
}
