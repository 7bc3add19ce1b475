// The last element of a path names a procedure.
package main

import (
	"context"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ Text string }

func call(proc, body string) error {
	res, err := http.Post("https://oncall.example/api/Incidents."+proc, "application/json", strings.NewReader(body)) // want "tool declare: .*POST /api/Incidents.CreateIncident is sent twice"
	if err != nil {
		return err
	}
	return res.Body.Close()
}

func declare(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, call("CreateIncident", a.Text)
}

func which(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, call("QueryIncidents", a.Text)
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "oncall"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "declare"}, declare)
	mcp.AddTool(s, &mcp.Tool{Name: "incidents"}, which)
	s.Run(context.Background(), &mcp.StdioTransport{})
}
