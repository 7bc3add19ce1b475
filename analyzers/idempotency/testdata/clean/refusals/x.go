// What a service refuses the second time, or sets to what it is, is done once.
package main

import (
	"context"
	"strings"

	"github.com/digitalocean/godo"
	"github.com/elastic/go-elasticsearch/v9/esapi"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	gitlab "gitlab.com/gitlab-org/api/client-go/v2"
	"google.golang.org/api/chat/v1"
)

type in struct {
	ID         int
	Name, Text string
	Key        string
}

type desk struct {
	cloud  *godo.Client
	search *esapi.API
	forge  *gitlab.Client
	spaces *chat.SpacesMessagesService
}

func (d *desk) firewall(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, d.cloud.Firewalls.Create(ctx, a.Name)
}

func (d *desk) resize(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	_, err := d.cloud.DropletActions.Resize(ctx, a.ID, a.Name)
	return nil, nil, err
}

func (d *desk) page(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	_, err := d.search.Create("pages", a.Name, strings.NewReader(a.Text))
	return nil, nil, err
}

func (d *desk) variable(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	_, err := d.forge.ProjectVariables.CreateVariable(a.ID, a.Name, a.Text)
	return nil, nil, err
}

func (d *desk) member(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	_, err := d.forge.ProjectMembers.AddProjectMember(a.ID, 1)
	return nil, nil, err
}

func (d *desk) transfer(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, d.forge.Projects.TransferProject(a.ID, a.Name)
}

// say hands the caller's key on to the service.
func (d *desk) say(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	_, err := d.spaces.Create(a.Name, &chat.Message{Text: a.Text}).RequestId(a.Key).Do()
	return nil, nil, err
}

func main() {
	d := &desk{}
	s := mcp.NewServer(&mcp.Implementation{Name: "desk"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "create_firewall", Description: "Creates a firewall."}, d.firewall)
	mcp.AddTool(s, &mcp.Tool{Name: "resize", Description: "Resizes a machine."}, d.resize)
	mcp.AddTool(s, &mcp.Tool{Name: "create_page", Description: "Creates a page."}, d.page)
	mcp.AddTool(s, &mcp.Tool{Name: "create_variable", Description: "Creates a variable."}, d.variable)
	mcp.AddTool(s, &mcp.Tool{Name: "add_member", Description: "Adds a member."}, d.member)
	mcp.AddTool(s, &mcp.Tool{Name: "transfer_project", Description: "Transfers a project."}, d.transfer)
	mcp.AddTool(s, &mcp.Tool{Name: "say", Description: "Sends a message."}, d.say)
	mcp.NewStreamableHTTPHandler(nil, nil)
}
