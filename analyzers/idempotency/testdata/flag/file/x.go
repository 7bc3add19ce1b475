// A file that grows, and one whose parts are replaced.
package main

import (
	"context"
	"os"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type lineIn struct{ Line string }

func appendLine(_ context.Context, _ *mcp.CallToolRequest, in lineIn) (*mcp.CallToolResult, any, error) {
	f, err := os.OpenFile("diary.txt", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600) // want "tool diary: .*it appends to a file twice"
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	_, err = f.WriteString(in.Line + "\n")
	return nil, nil, err
}

type editIn struct{ Path, Old, New string }

func edit(_ context.Context, _ *mcp.CallToolRequest, in editIn) (*mcp.CallToolResult, any, error) {
	data, err := os.ReadFile(in.Path)
	if err != nil {
		return nil, nil, err
	}
	text := strings.Replace(string(data), in.Old, in.New, 1)
	return nil, nil, os.WriteFile(in.Path, []byte(text), 0o600) // want "tool edit_file: .*it rewrites what it read from the file twice"
}

type fileIn struct{ Path, Content string }

func write(_ context.Context, _ *mcp.CallToolRequest, in fileIn) (*mcp.CallToolResult, any, error) {
	return nil, nil, os.WriteFile(in.Path, []byte(in.Content), 0o600)
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "files"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "diary", Description: "One more line for the diary."}, appendLine)
	mcp.AddTool(s, &mcp.Tool{Name: "edit_file", Description: "Edits a file."}, edit)
	mcp.AddTool(s, &mcp.Tool{Name: "write_file", Description: "Writes a file."}, write)
	s.Run(context.Background(), &mcp.StdioTransport{})
}
