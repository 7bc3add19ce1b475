// Tools that are described away from where they are registered.
package main

import (
	"context"
	"net/http"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const createName = "create_note"

func post(path, text string) (*mcp.CallToolResult, error) {
	res, err := http.Post("https://notes.example/v1/"+path, "text/plain", strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(res.Status), res.Body.Close()
}

type notes struct{ prefix string }

// By a function that returns the tool alone.
func createTool() mcp.Tool {
	tool := mcp.NewTool(createName, mcp.WithDescription("Creates a note."))
	tool.Annotations.Title = "Create a note"
	return tool
}

func (n *notes) create(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return post("notes", n.prefix+req.GetString("text", ""))
}

// By a function that returns tool and handler.
func mailTool(n *notes) (mcp.Tool, server.ToolHandlerFunc) {
	return mcp.NewTool("send_mail", mcp.WithDescription("Sends a mail.")),
		func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return post("mails", n.prefix)
		}
}

// By a function that returns them in a struct.
func taskTool(n *notes) server.ServerTool {
	return server.ServerTool{
		Tool: mcp.NewTool("create_task",
			mcp.WithDescription("Creates a task."),
			mcp.WithString("title", mcp.Required()),
		),
		Handler: func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return post("tasks", req.GetString("title", ""))
		},
	}
}

// In a list, by a function that adds options.
type entry struct {
	definition mcp.Tool
	run        func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error)
}

func written(name string, more ...mcp.ToolOption) mcp.Tool {
	return mcp.NewTool(name, append([]mcp.ToolOption{mcp.WithReadOnlyHintAnnotation(false)}, more...)...)
}

func entries(n *notes) []entry {
	return []entry{
		{definition: written("create_order", mcp.WithString("item")), run: n.order},
		{definition: written("create_bill"), run: n.bill("bills")},
	}
}

func (n *notes) order(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return post("orders", req.GetString("item", ""))
}

func (n *notes) bill(path string) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return post(path, n.prefix)
	}
}

var reportTool = mcp.NewTool("send_report")

func report(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return post("reports", "")
}

func main() {
	n := &notes{}
	s := server.NewMCPServer("notes", "1.0.0")
	s.AddTool(createTool(), n.create)
	s.AddTool(mailTool(n))
	task := taskTool(n)
	s.AddTool(task.Tool, task.Handler)
	for _, e := range entries(n) {
		s.AddTool(e.definition, e.run)
	}
	s.AddTool(reportTool, report)
	server.NewStreamableHTTPServer(s).Start(":8080")
}
