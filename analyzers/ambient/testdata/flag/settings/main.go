// Settings that one form of a console sets together are one thing to move, and
// tools use them.
package main

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type settings struct {
	unit   string // want "^high sure main.settings: one request sets these values .unit, place, margin. and others use them"
	place  string
	margin string
}

type app struct{ conf *settings }

func (a *app) save(w http.ResponseWriter, r *http.Request) {
	a.conf.unit = r.FormValue("unit")
	a.conf.place = r.FormValue("place")
	a.conf.margin = r.FormValue("margin")
}

func (a *app) report(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	return nil, a.conf.place + a.conf.margin + a.conf.unit, nil
}

func main() {
	a := &app{conf: &settings{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "weather"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "report"}, a.report)
	http.HandleFunc("/settings", a.save)
	http.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: true}))
	http.ListenAndServe(":8080", nil)
}
