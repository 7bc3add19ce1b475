// Handlers that adapters stand around: a repetition goes through these, too.
package main

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func post(path, text string) (*mcp.CallToolResult, error) {
	res, err := http.Post("https://notes.example/v1/"+path, "text/plain", strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(res.Status), res.Body.Close()
}

// known refuses strangers.
func known(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if req.Header.Get("Authorization") == "" {
			return nil, errors.New("who are you?")
		}
		return next(ctx, req)
	}
}

type noteArgs struct {
	Text string `json:"text"`
}

func create(ctx context.Context, req mcp.CallToolRequest, args noteArgs) (*mcp.CallToolResult, error) {
	return post("notes", args.Text)
}

func send(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return post("mails", req.GetString("text", ""))
}

func main() {
	s := server.NewMCPServer("notes", "1.0.0")
	s.AddTool(mcp.NewTool("create_note", mcp.WithString("text")), mcp.NewTypedToolHandler(create))
	s.AddTool(mcp.NewTool("send_mail", mcp.WithString("text")), known(send))
	s.AddTool(mcp.NewTool("create_task", mcp.WithString("text")), known(mcp.NewTypedToolHandler(func(ctx context.Context, req mcp.CallToolRequest, args noteArgs) (*mcp.CallToolResult, error) {
		return post("tasks", args.Text)
	})))
	server.NewStreamableHTTPServer(s).Start(":8080")
}
