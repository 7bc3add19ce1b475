// with github.com/mark3labs/mcp-go@v1.2.1

// Modules collect their tools through a callback; what registers them sees one
// list. Each handler belongs to the definition that it was handed over with.
package main

import (
	"context"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type entry struct {
	tool   mcp.Tool
	handle server.ToolHandlerFunc
}

type journal struct{ path string }

func (j *journal) lineTool() mcp.Tool {
	return mcp.NewTool("append_line", mcp.WithDescription("Add a line to the journal"), mcp.WithString("text"))
}

func (j *journal) sizeTool() mcp.Tool {
	return mcp.NewTool("journal_size", mcp.WithDescription("Tell how long the journal is"))
}

func (j *journal) line(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	f, err := os.OpenFile(j.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600) // want "^high sure tool append_line: "
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if _, err := f.WriteString(req.GetString("text", "") + "\n"); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("written"), nil
}

func (j *journal) size(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	st, err := os.Stat(j.path)
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(st.ModTime().String()), nil
}

func (j *journal) register(add func(tool mcp.Tool, h server.ToolHandlerFunc) error) error {
	if err := add(j.lineTool(), j.line); err != nil {
		return err
	}
	return add(j.sizeTool(), j.size)
}

func main() {
	var all []entry
	j := &journal{path: os.Getenv("JOURNAL")}
	err := j.register(func(tool mcp.Tool, h server.ToolHandlerFunc) error {
		all = append(all, entry{tool, h})
		return nil
	})
	if err != nil {
		panic(err)
	}
	s := server.NewMCPServer("journal", "1.0.0")
	for _, e := range all {
		s.AddTool(e.tool, e.handle)
	}
	server.NewStreamableHTTPServer(s).Start(":8080")
}
