// A prompt that picks up where the state says, through a method.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type interview struct{ questions map[string]string }

func (i *interview) next(state string) string { return i.questions[state] }

func (i *interview) get(ctx context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	return &mcp.GetPromptResult{Description: i.next(req.Params.RequestState)}, nil // refuse "no tool call"
}

func main() {
	i := &interview{questions: map[string]string{"": "name?", "name": "age?"}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "interview"}, nil)
	srv.AddPrompt(&mcp.Prompt{Name: "interview"}, i.get)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
}
