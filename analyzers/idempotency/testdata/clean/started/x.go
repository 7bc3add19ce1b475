// A machine that runs is not started again, and what is fetched is no content
// that was there before.
package main

import (
	"context"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ ID, From, To string }

func start(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://cloud.example/machines/"+a.ID+"/start", nil)
	if err != nil {
		return nil, nil, err
	}
	_, err = http.DefaultClient.Do(req)
	return nil, nil, err
}

func fetch(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	res, err := http.Get("https://pages.example/" + a.ID)
	if err != nil {
		return nil, nil, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, os.WriteFile(a.To, []byte(strings.ReplaceAll(string(text), a.From, "")), 0o600)
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "cloud"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "start_machine", Description: "Starts a machine."}, start)
	mcp.AddTool(s, &mcp.Tool{Name: "page_file", Description: "A page, in a file."}, fetch)
	mcp.NewStreamableHTTPHandler(nil, nil)
}
