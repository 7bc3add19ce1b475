// Games behind pointers, in a type of their own whose methods know no context.
package main

import (
	"context"
	"net/http"

	"example.com/app/board"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	ID    string `json:"id"`
	Who   string `json:"who"`
	Where string `json:"where"`
}

type server struct{ games *board.Games }

func (s *server) start(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, s.games.Start(a.ID).ID, nil
}

func (s *server) move(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	return nil, nil, s.play(ctx, a)
}

func (s *server) play(ctx context.Context, a in) error {
	if a.Where == "win" {
		s.games.Won(a.ID, a.Who)
		return nil
	}
	return s.games.Move(a.ID, board.Move{Who: a.Who, Where: a.Where})
}

func (s *server) list(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	if !s.games.Busy() {
		return nil, nil
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{Text: s.games.IDs()[0]}}}, nil
}

func main() {
	s := &server{games: board.New()}
	srv := mcp.NewServer(&mcp.Implementation{Name: "games"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "start_game", Description: "Starts a game."}, s.start)
	mcp.AddTool(srv, &mcp.Tool{Name: "move", Description: "Makes a move."}, s.move)
	mcp.AddTool(srv, &mcp.Tool{Name: "end_game"}, func(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
		defer func() { s.games.End(a.ID) }()
		return nil, "ended", nil
	})
	srv.AddResource(&mcp.Resource{URI: "games://all"}, s.list)
	http.ListenAndServe("", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
