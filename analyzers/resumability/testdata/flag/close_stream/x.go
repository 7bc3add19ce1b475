// A tool closes its stream on purpose, to have the client take it up again.
package main

import (
	"context"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func long(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	if end := req.Extra.CloseSSEStream; end != nil { // want "^medium sure main.long: RequestExtra.CloseSSEStream"
		end(mcp.CloseSSEStreamArgs{RetryAfter: time.Minute})
	}
	return nil, "done", nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "x"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "long"}, long)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
