// One tool with several actions: one of them creates. The tool that only ever
// takes another branch of the same helper is left alone.
package main

import (
	"context"
	"errors"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func act(action, id string) error {
	switch action {
	case "create":
		res, err := http.Post("https://alerts.example/api/silences", "application/json", http.NoBody) // want "tool manage_silences: .*POST /api/silences is sent twice"
		if err != nil {
			return err
		}
		return res.Body.Close()
	case "delete":
		req, err := http.NewRequest(http.MethodDelete, "https://alerts.example/api/silences/"+id, nil)
		if err != nil {
			return err
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		return res.Body.Close()
	}
	return errors.New("no such action")
}

func manage(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := act(req.GetString("action", ""), req.GetString("id", "")); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText("ok"), nil
}

func drop(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := act("delete", req.GetString("id", "")); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText("ok"), nil
}

func main() {
	s := server.NewMCPServer("alerts", "1")
	s.AddTool(mcp.NewTool("manage_silences", mcp.WithDescription("Manages silences"), mcp.WithString("action")), manage)
	s.AddTool(mcp.NewTool("silence_off", mcp.WithDescription("Ends a silence")), drop)
	server.ServeStdio(s)
}
