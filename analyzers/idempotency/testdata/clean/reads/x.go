// Requests that only ask, whatever their method.
package main

import (
	"context"
	"database/sql"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ Text string }

var db *sql.DB

func post(url, body string) error {
	res, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		return err
	}
	return res.Body.Close()
}

func search(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, post("https://docs.example/api/search", a.Text)
}

func query(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, post("https://metrics.example/api/v1/query_range", a.Text)
}

func values(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, post("https://metrics.example/api/v1/label-values", a.Text)
}

func people(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	rows, err := db.QueryContext(ctx, "WITH p AS (SELECT * FROM people) SELECT name FROM p WHERE town = $1", a.Text)
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, rows.Close()
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "asks"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "docs", Description: "Looks into the documentation"}, search)
	mcp.AddTool(s, &mcp.Tool{Name: "metrics", Description: "Samples of a metric"}, query)
	mcp.AddTool(s, &mcp.Tool{Name: "list_label_values", Description: "Lists values"}, values)
	mcp.AddTool(s, &mcp.Tool{Name: "people", Description: "Who lives there"}, people)
	s.Run(context.Background(), &mcp.StdioTransport{})
}
