// What is signed names neither the caller nor the target nor an end: the state
// of one call fits another. Only that it is signed is checked, so that this
// prompt is all that the rule sees.
package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func sign(text string) string {
	m := hmac.New(sha256.New, []byte(os.Getenv("STATE_KEY")))
	m.Write([]byte(text))
	return hex.EncodeToString(m.Sum(nil))
}

type in struct{ Target string }

func remove(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if req.Params.RequestState == "" {
		return &mcp.CallToolResult{RequestState: sign("approved")}, nil, nil
	}
	if !hmac.Equal([]byte(req.Params.RequestState), []byte(sign("approved"))) {
		return nil, nil, errors.New("ask again")
	}
	return nil, "deleted " + a.Target, nil
}

func help(ctx context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	return &mcp.GetPromptResult{Description: req.Params.RequestState}, nil // want "^medium likely main.help: requestState"
}

func main() {
	srv := mcp.NewServer(&mcp.Implementation{Name: "rm"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "remove"}, remove)
	srv.AddPrompt(&mcp.Prompt{Name: "help"}, help)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
