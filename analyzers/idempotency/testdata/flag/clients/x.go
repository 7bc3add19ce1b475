// Clients of services, and which of their calls do again what they did.
package main

import (
	"context"
	"strings"

	"github.com/digitalocean/godo"
	"github.com/elastic/go-elasticsearch/v9/esapi"
	"github.com/go-telegram/bot"
	"github.com/microsoft/azure-devops-go-api/azuredevops/v7/pipelines"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	gitlab "gitlab.com/gitlab-org/api/client-go/v2"
)

type in struct {
	ID         int
	Name, Text string
}

type desk struct {
	cloud    *godo.Client
	search   *esapi.API
	chat     *bot.Bot
	forge    *gitlab.Client
	builders pipelines.Client
}

func (d *desk) snapshot(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	_, err := d.cloud.DropletActions.Snapshot(ctx, a.ID, a.Name) // want "tool machine_snapshot: .*godo.DropletActionsService.Snapshot is called twice"
	return nil, nil, err
}

func (d *desk) note(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	_, err := d.search.Index("notes", strings.NewReader(a.Text)) // want "tool add_note: .*esapi.API.Index is called twice"
	return nil, nil, err
}

func (d *desk) tell(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, d.chat.SendMessage(ctx, int64(a.ID), a.Text) // want "^high sure tool tell: .*bot.Bot.SendMessage is called twice"
}

func (d *desk) issue(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	_, err := d.forge.Issues.CreateIssue(a.ID, a.Text) // want "^high likely tool open_issue: "
	return nil, nil, err
}

func (d *desk) spent(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, d.forge.Issues.AddSpentTime(a.ID, 1, a.Text) // want "^high sure tool time_spent: "
}

func (d *desk) build(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, d.builders.RunPipeline(ctx, a.ID) // want "^high sure tool build: "
}

func main() {
	d := &desk{}
	s := mcp.NewServer(&mcp.Implementation{Name: "desk"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "machine_snapshot", Description: "The state of a machine, kept."}, d.snapshot)
	mcp.AddTool(s, &mcp.Tool{Name: "add_note", Description: "Adds a note."}, d.note)
	mcp.AddTool(s, &mcp.Tool{Name: "tell", Description: "Tells somebody something."}, d.tell)
	mcp.AddTool(s, &mcp.Tool{Name: "open_issue", Description: "Opens an issue."}, d.issue)
	mcp.AddTool(s, &mcp.Tool{Name: "time_spent", Description: "Time spent on an issue."}, d.spent)
	mcp.AddTool(s, &mcp.Tool{Name: "build", Description: "Starts a build."}, d.build)
	mcp.NewStreamableHTTPHandler(nil, nil)
}
