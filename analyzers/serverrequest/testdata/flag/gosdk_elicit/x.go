// A tool asks in the middle of its call, through a wrapper.
package main

import (
	"context"
	"errors"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func confirm(ctx context.Context, ss *mcp.ServerSession, question string) error {
	res, err := ss.Elicit(ctx, &mcp.ElicitParams{Message: question}) // want "^blocker sure main.confirm: ServerSession.Elicit: this sends an elicitation"
	if err != nil {
		return err
	}
	if res.Action != "accept" {
		return errors.New("declined")
	}
	return nil
}

type in struct{ Path string }

func remove(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if err := confirm(ctx, req.Session, "delete "+a.Path+"?"); err != nil {
		return nil, nil, err
	}
	return nil, "deleted", nil
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "rm"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "remove"}, remove)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
