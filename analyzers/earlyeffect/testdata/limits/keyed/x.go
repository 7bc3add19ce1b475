// Known false alarm: the write is keyed by what the sealed state carries, and
// a repetition changes nothing; only the service knows.
package main

import (
	"context"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type order struct{ Item string }

func place(ctx context.Context, req *mcp.CallToolRequest, in order) (*mcp.CallToolResult, any, error) {
	body := strings.NewReader(in.Item + "\n" + req.Params.RequestState)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://shop.example.com/v1/orders", body)
	if err != nil {
		return nil, nil, err
	}
	resp, err := http.DefaultClient.Do(r) // want "^high sure tool place: before place asks the client for input it sends POST"
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	if _, ok := req.Params.InputResponses["gift"]; !ok {
		return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"gift": &mcp.ElicitParams{Message: "A gift?"}}, RequestState: resp.Header.Get("Order")}, nil, nil
	}
	return nil, "placed", nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "shop"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "place"}, place)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
