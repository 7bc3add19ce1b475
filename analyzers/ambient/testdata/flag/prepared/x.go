// One tool opens a connection that is the same for everybody; others refuse to
// work before it did.
package main

import (
	"context"
	"errors"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var logs *http.Client // want "^high (sure|likely) main.logs: one request sets this value"

func use(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	cert, err := os.ReadFile("/etc/client.pem")
	if err != nil || len(cert) == 0 {
		return nil, nil, err
	}
	logs = &http.Client{}
	return nil, nil, nil
}

func client() (*http.Client, error) {
	if logs == nil {
		return nil, errors.New("use a context first")
	}
	return logs, nil
}

func tail(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	c, err := client()
	if err != nil {
		return nil, nil, err
	}
	res, err := c.Get("https://logs.example/tail")
	if err != nil {
		return nil, nil, err
	}
	return nil, res.Status, nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "logs"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "use"}, use)
	mcp.AddTool(srv, &mcp.Tool{Name: "tail"}, tail)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
