// Keys that are numbers or a type that writes its text, a map type with a name of its own, and fields that are exported inside a program.
// The tools stand in a table, and are called from one handler.
package main

import (
	"context"
	"errors"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type day struct{ year, month, day int }

func (d day) MarshalText() ([]byte, error) { return []byte{byte(d.month), byte(d.day)}, nil }

func (d *day) UnmarshalText(text []byte) error {
	d.month, d.day = int(text[0]), int(text[1])
	return nil
}

type entry struct{ Text string }

type pages map[int]*entry

type args struct {
	Page    int
	Text    string
	Y, M, D int
}

type diary struct {
	Pages pages
	days  map[day]entry
	tools map[string]tool
}

type tool func(ctx context.Context, a args) (string, error)

func (d *diary) write(ctx context.Context, a args) (string, error) {
	d.Pages[a.Page] = &entry{Text: a.Text}
	return "written", nil
}

func (d *diary) read(ctx context.Context, a args) (string, error) {
	e, ok := d.Pages[a.Page]
	if !ok {
		return "", errors.New("no such page")
	}
	return e.Text, nil
}

func (d *diary) mark(_ context.Context, a args) (string, error) {
	d.days[day{a.Y, a.M, a.D}] = entry{Text: a.Text}
	return "marked", nil
}

func (d *diary) marked(ctx context.Context, a args) (string, error) {
	e, ok := d.days[day{a.Y, a.M, a.D}]
	if !ok {
		return "", errors.New("nothing on that day")
	}
	return e.Text, nil
}

func (d *diary) serve(name string) mcp.ToolHandlerFor[args, any] {
	return func(ctx context.Context, req *mcp.CallToolRequest, a args) (*mcp.CallToolResult, any, error) {
		text, err := d.tools[name](ctx, a)
		return nil, text, err
	}
}

func newDiary() *diary {
	d := &diary{Pages: make(pages), days: make(map[day]entry)}
	d.tools = map[string]tool{"write": d.write, "read": d.read, "mark": d.mark}
	d.tools["marked"] = d.marked
	return d
}

func main() {
	d := newDiary()
	srv := mcp.NewServer(&mcp.Implementation{Name: "diary"}, nil)
	for name := range d.tools {
		mcp.AddTool(srv, &mcp.Tool{Name: name}, d.serve(name))
	}
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
