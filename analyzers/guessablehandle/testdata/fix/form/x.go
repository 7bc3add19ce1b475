// A form outside the protocol is known by a number that is counted up.
package main

import (
	"context"
	"fmt"
	"net/http"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var forms atomic.Int64

func fill(ctx context.Context, req *mcp.CallToolRequest, _ any) (*mcp.CallToolResult, any, error) {
	id := fmt.Sprint(forms.Add(1))
	_, err := req.Session.Elicit(ctx, &mcp.ElicitParams{
		Mode:          "url",
		URL:           "https://forms.example/?id=" + id,
		ElicitationID: id,
	})
	return nil, nil, err
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "forms"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "fill"}, fill)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
