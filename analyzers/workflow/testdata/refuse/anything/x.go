// Values of any type that are asked for what JSON does not bring back, or that it cannot hold.
package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type (
	count  struct{ N any }
	moment struct{ At map[string]any }
	word   struct{ Text any }
	pipe   struct{ Out any }
	level  struct{ Of any }
	kind   struct{ Of any }
)

type office struct {
	counts  map[string]*count  // refuse "x.go:[0-9]+ asks for a type that JSON does not bring back"
	moments map[string]*moment // refuse "x.go:[0-9]+ asks for a type that JSON does not bring back"
	words   map[string]*word   // refuse "x.go:[0-9]+ writes one as text"
	pipes   map[string]*pipe   // refuse "stores a chan int in an entry"
	levels  map[string]*level  // refuse "x.go:[0-9]+ asks for a type that JSON does not bring back"
	kinds   map[string]*kind   // refuse "x.go:[0-9]+ asks for a type that JSON does not bring back"
}

type in struct {
	ID string `json:"id"`
	N  int    `json:"n"`
}

func (o *office) add(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	o.counts[a.ID] = &count{N: a.N}
	o.moments[a.ID] = &moment{At: map[string]any{"begin": time.Now()}}
	o.words[a.ID] = &word{Text: a.N}
	o.pipes[a.ID] = &pipe{Out: make(chan int)}
	o.levels[a.ID] = &level{Of: a.N}
	o.kinds[a.ID] = &kind{Of: a.N}
	return nil, nil, nil
}

func (o *office) show(ctx context.Context, req *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	c, ok := o.counts[a.ID]
	m, ok2 := o.moments[a.ID]
	w, ok3 := o.words[a.ID]
	p, ok4 := o.pipes[a.ID]
	l, ok5 := o.levels[a.ID]
	k, ok6 := o.kinds[a.ID]
	if !ok || !ok2 || !ok3 || !ok4 || !ok5 || !ok6 {
		return nil, nil, errors.New("no such thing")
	}
	sum := number(c.N)
	for _, at := range m.At {
		if t, ok := at.(time.Time); ok {
			sum += t.Second()
		}
	}
	if l.Of == 7 {
		sum++
	}
	switch k.Of.(type) {
	case int, string:
		sum++
	}
	return nil, map[string]any{"sum": sum, "text": fmt.Sprint(w.Text), "out": p.Out}, nil
}

func number(v any) int { return v.(int) }

func main() {
	o := &office{map[string]*count{}, map[string]*moment{}, map[string]*word{}, map[string]*pipe{}, map[string]*level{}, map[string]*kind{}}
	srv := mcp.NewServer(&mcp.Implementation{Name: "office"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "add"}, o.add)
	mcp.AddTool(srv, &mcp.Tool{Name: "show"}, o.show)
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
