// Answers that other functions make, that are in a variable, or in a map: the handle comes along. Where it is not certain that there is
// an entry, only if there is one.
package main

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type order struct{ Dishes []string }

type inn struct {
	orders map[string]*order
	notes  map[string]string
}

type dishIn struct {
	Dish string `json:"dish"`
}

type orderOut struct {
	Dishes []string `json:"dishes"`
}

type noteIn struct {
	Text string `json:"text"`
}

// begin is the order of a session; nobody has one while the inn is closed.
func (i *inn) begin(session string, closed bool) (*order, error) {
	if closed {
		return nil, errors.New("closed")
	}
	if o, ok := i.orders[session]; ok {
		return o, nil
	}
	o := &order{}
	i.orders[session] = o
	return o, nil
}

func (i *inn) find(session string) *order { return i.orders[session] }

func (i *inn) add(ctx context.Context, req *mcp.CallToolRequest, a dishIn) (*mcp.CallToolResult, orderOut, error) {
	o, err := i.begin(req.Session.ID(), a.Dish == "")
	if err != nil {
		return nil, orderOut{}, err
	}
	o.Dishes = append(o.Dishes, a.Dish)
	out := orderOut{Dishes: o.Dishes}
	return nil, out, nil
}

func (i *inn) pay(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	o := i.find(req.Session.ID())
	if o == nil {
		return nil, nil, errors.New("no order")
	}
	return nil, map[string]any{"paid": o.Dishes}, nil
}

func (i *inn) note(ctx context.Context, req *mcp.CallToolRequest, a noteIn) (*mcp.CallToolResult, any, error) {
	if strings.TrimSpace(a.Text) == "" {
		return nil, map[string]any{"kept": false}, nil
	}
	i.notes[req.Session.ID()] = a.Text
	return nil, map[string]any{"kept": true}, nil
}

func (i *inn) read(ctx context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	return nil, map[string]any{"note": i.notes[req.Session.ID()]}, nil
}

func main() {
	i := &inn{orders: map[string]*order{}, notes: map[string]string{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "inn"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "add", Description: "Adds a dish."}, i.add)
	mcp.AddTool(srv, &mcp.Tool{Name: "pay"}, i.pay)
	mcp.AddTool(srv, &mcp.Tool{Name: "note", Description: "Writes a note."}, i.note)
	mcp.AddTool(srv, &mcp.Tool{Name: "read"}, i.read)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
