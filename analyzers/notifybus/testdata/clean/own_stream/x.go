// A tool tells its own caller how far it is, on the stream of the request.
package main

import (
	"context"

	mcp "trpc.group/trpc-go/trpc-mcp-go"
)

func work(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if s, ok := mcp.GetNotificationSender(ctx); ok {
		if err := s.SendNotification("half"); err != nil {
			return nil, err
		}
	}
	return mcp.NewTextResult("done"), nil
}

func main() {
	s := mcp.NewServer("worker", "1.0.0")
	s.RegisterTool(mcp.NewTool("work"), work)
	s.Start()
}
