// with github.com/mark3labs/mcp-go@v1.2.1

// What a request makes when it first needs it, inside an object of its own, is
// gone when the request is answered.
package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type notes struct{ lines map[string]string }

type job struct{ notes *notes }

func (j *job) book() *notes {
	if j.notes == nil {
		j.notes = &notes{lines: map[string]string{}}
	}
	return j.notes
}

func (j *job) note(key, text string) { j.book().lines[key] = text }

func (j *job) say(key string) (string, bool) {
	text, ok := j.book().lines[key]
	return text, ok
}

func main() {
	s := server.NewMCPServer("x", "1")
	s.AddTool(mcp.NewTool("check"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		j := &job{}
		j.note(req.GetString("key", ""), req.GetString("text", ""))
		text, ok := j.say(req.GetString("wanted", ""))
		if !ok {
			return mcp.NewToolResultError("nothing under this key"), nil
		}
		return mcp.NewToolResultText(text), nil
	})
	server.NewStreamableHTTPServer(s, server.WithStateLess(true)).Start(":8080")
}
