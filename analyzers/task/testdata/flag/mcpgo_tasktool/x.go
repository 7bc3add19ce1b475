// with github.com/mark3labs/mcp-go@v1.2.1

// A task tool: the SDK keeps the task and its result in memory.
package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("tasks", "1.0.0")
	s.AddTaskTool(mcp.NewTool("render"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CreateTaskResult, error) { // want "^(blocker|high|medium) sure main.main"
		return &mcp.CreateTaskResult{Task: mcp.Task{TaskID: "t"}}, nil
	})
	server.NewStreamableHTTPServer(s).Start(":8080")
}
