// with github.com/modelcontextprotocol/go-sdk@v1.8.0

// A gateway asks another server for its event stream, to see whether it is up.
package main

import (
	"bufio"
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func up(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "text/event-stream")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	for lines.Scan() {
		if strings.Contains(lines.Text(), "endpoint") {
			return nil
		}
	}
	return errors.New("not up")
}

type in struct {
	URL string `json:"url"`
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "gateway"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "is_up"}, func(ctx context.Context, req *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
		return nil, nil, up(ctx, in.URL)
	})
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
