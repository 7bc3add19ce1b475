// Names are put together: the parts are no tools.
package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ ID, Text string }

func comment(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	_, err := http.PostForm("https://office.example/comments", url.Values{"text": {a.Text}}) // want "tool comment_on_letter: .*POST /comments is sent twice"
	return nil, nil, err
}

func comments(s *mcp.Server, kind string) {
	mcp.AddTool(s, &mcp.Tool{Name: fmt.Sprintf("comment_on_%s", kind), Description: "Adds a comment."}, comment)
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "office"}, nil)
	comments(s, "letter")
	mcp.NewStreamableHTTPHandler(nil, nil)
}
