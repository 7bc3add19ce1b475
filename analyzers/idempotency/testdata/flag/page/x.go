// with github.com/mark3labs/mcp-go@v1.2.1

// What is done to a page: clicks and keys come twice, values and addresses do
// not.
package main

import (
	"context"

	"github.com/chromedp/chromedp"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type page struct{ tab context.Context }

func (p *page) run(a chromedp.Action) (*mcp.CallToolResult, error) {
	if err := chromedp.Run(p.tab, a); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("done"), nil
}

func (p *page) goTo(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return p.run(chromedp.Navigate(req.GetString("url", "")))
}

func (p *page) press(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return p.run(chromedp.Click(req.GetString("button", ""))) // want "^high sure tool page_press: "
}

func (p *page) fill(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return p.run(chromedp.SendKeys(req.GetString("field", ""), req.GetString("text", ""))) // want "^high sure tool page_fill: "
}

func (p *page) choose(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return p.run(chromedp.SetValue(req.GetString("field", ""), req.GetString("text", "")))
}

func (p *page) hover(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return p.run(chromedp.Evaluate("document.querySelector('#menu').dispatchEvent(new Event('mouseover'))", nil))
}

func (p *page) script(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return p.run(chromedp.Evaluate(req.GetString("script", ""), nil)) // want "^high likely tool page_evaluate: "
}

func main() {
	tab, cancel := chromedp.NewContext(context.Background())
	defer cancel()
	p := &page{tab}
	s := server.NewMCPServer("page", "1.0.0")
	s.AddTool(mcp.NewTool("page_goto", mcp.WithDescription("Navigate to an address")), p.goTo)
	s.AddTool(mcp.NewTool("page_press", mcp.WithDescription("Click a button")), p.press)
	s.AddTool(mcp.NewTool("page_fill", mcp.WithDescription("Fill out a field")), p.fill)
	s.AddTool(mcp.NewTool("page_choose", mcp.WithDescription("Select an option")), p.choose)
	s.AddTool(mcp.NewTool("page_hover", mcp.WithDescription("Hover over the menu")), p.hover)
	s.AddTool(mcp.NewTool("page_evaluate", mcp.WithDescription("Execute JavaScript in the page")), p.script)
	server.NewStreamableHTTPServer(s).Start(":8080")
}
