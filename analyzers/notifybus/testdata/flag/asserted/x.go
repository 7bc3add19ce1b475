// A tool finds the server in its context and sends to a session by its id.
package main

import (
	"context"

	mcp "trpc.group/trpc-go/trpc-mcp-go"
)

type sender interface {
	SendNotification(session, method string, params map[string]any) error
}

func greet(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	sess, ok := mcp.GetSessionFromContext(ctx)
	if !ok {
		return mcp.NewTextResult("no session"), nil
	}
	if s, ok := mcp.GetServerFromContext(ctx).(sender); ok {
		if err := s.SendNotification(sess.GetID(), "greeted", nil); err != nil { // want "^medium sure main.greet: notifies clients of this process"
			return nil, err
		}
	}
	return mcp.NewTextResult("hello"), nil
}

func main() {
	s := mcp.NewServer("greeter", "1.0.0")
	s.RegisterTool(mcp.NewTool("greet"), greet)
	s.Start()
}
