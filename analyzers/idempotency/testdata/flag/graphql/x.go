// Every GraphQL request is a POST to one path: the text says what it does.
package main

import (
	"context"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func run(ctx context.Context, text string) error {
	req, err := http.NewRequestWithContext(ctx, "POST", "https://forum.example/graphql", strings.NewReader(text))
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req) // want "sure tool thread_reply: .*POST /graphql is sent twice"
	if err != nil {
		return err
	}
	return res.Body.Close()
}

type in struct{ Text string }

func reply(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, run(ctx, `mutation Reply($text: String!) { addReply(text: $text) { id } }`)
}

func read(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, run(ctx, `query Thread { thread { replies { text } } }`)
}

func solve(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, run(ctx, `mutation { resolveThread(id: 1) { id } }`)
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "forum"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "thread_reply"}, reply)
	mcp.AddTool(s, &mcp.Tool{Name: "thread"}, read)
	mcp.AddTool(s, &mcp.Tool{Name: "thread_solved"}, solve)
	s.Run(context.Background(), &mcp.StdioTransport{})
}
