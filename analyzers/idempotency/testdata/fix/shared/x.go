// Structs of arguments that are more than the arguments of one tool: they stay as they are, inside of one for the tool.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// noteIn serves two tools.
type noteIn struct {
	Title string `json:"title"`
}

func create(ctx context.Context, _ *mcp.CallToolRequest, in noteIn) (*mcp.CallToolResult, any, error) {
	res, err := http.Post("https://notes.example/v1/notes", "text/plain", strings.NewReader(in.Title))
	if err != nil {
		return nil, nil, err
	}
	return nil, res.Status, res.Body.Close()
}

func show(ctx context.Context, _ *mcp.CallToolRequest, in noteIn) (*mcp.CallToolResult, any, error) {
	return nil, in.Title, nil
}

// mailIn is what is sent, too.
type mailIn struct {
	Text string `json:"text"`
	To   string `json:"to"`
}

func (in mailIn) valid() bool { return in.To != "" }

type mailer struct{ url string }

// send sends it.
func (m *mailer) send(ctx context.Context, _ *mcp.CallToolRequest, in mailIn) (*mcp.CallToolResult, any, error) {
	if !in.valid() {
		return nil, nil, nil
	}
	in.Text = strings.TrimSpace(in.Text)
	body, err := json.Marshal(in)
	if err != nil {
		return nil, nil, err
	}
	res, err := http.Post(m.url+"/mails", "application/json", bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	return nil, res.Status, res.Body.Close()
}

// sendBoth calls the handler of another tool.
func (m *mailer) sendBoth(ctx context.Context, req *mcp.CallToolRequest, in struct{}) (*mcp.CallToolResult, any, error) {
	return m.send(ctx, req, mailIn{Text: "hello", To: "ada"})
}

// taskIn is a part of another type.
type taskIn struct {
	Name string `json:"name"`
}

type plan struct {
	Tasks []taskIn
}

// orderIn goes from function to function as it is, and is nothing else.
type orderIn struct {
	Item string `json:"item"`
}

func post(path, text string) error {
	res, err := http.Post("https://notes.example/v1/"+path, "text/plain", strings.NewReader(text))
	if err != nil {
		return err
	}
	return res.Body.Close()
}

func place(in *orderIn) error {
	in.Item = strings.ToLower(in.Item)
	return post("orders", in.Item)
}

func checked(in orderIn) (orderIn, error) { return in, nil }

var example = orderIn{Item: "pen"}

// billIn is decoded for another tool by an adapter.
type billIn struct {
	Sum int `json:"sum"`
}

func bill(ctx context.Context, in billIn) error { return post("bills", "") }

func preview(ctx context.Context, in billIn) error { return nil }

func action[In any](do func(context.Context, In) error) func(context.Context, []byte) error {
	return func(ctx context.Context, data []byte) error {
		var in In
		if err := json.Unmarshal(data, &in); err != nil {
			return err
		}
		return do(ctx, in)
	}
}

var actions = map[string]func(context.Context, []byte) error{"preview": action(preview)}

func createBill(ctx context.Context, req *mcp.CallToolRequest, in billIn) (*mcp.CallToolResult, any, error) {
	return nil, nil, bill(ctx, in)
}

type noneIn struct{}

// logged stands around handlers of any type.
func logged[In, Out any](next mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		return next(ctx, req, in)
	}
}

func main() {
	m := &mailer{url: "https://mail.example"}
	srv := mcp.NewServer(&mcp.Implementation{Name: "notes"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "create_note"}, create)
	mcp.AddTool(srv, &mcp.Tool{Name: "show_note"}, show)
	mcp.AddTool(srv, &mcp.Tool{Name: "send_mail"}, m.send)
	mcp.AddTool(srv, &mcp.Tool{Name: "create_task"}, func(ctx context.Context, _ *mcp.CallToolRequest, in taskIn) (*mcp.CallToolResult, any, error) {
		return nil, plan{Tasks: []taskIn{in}}, post("tasks", in.Name)
	})
	mcp.AddTool(srv, &mcp.Tool{Name: "send_report"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
		return nil, nil, post("reports", "")
	})
	mcp.AddTool(srv, &mcp.Tool{Name: "create_order"}, func(ctx context.Context, _ *mcp.CallToolRequest, in orderIn) (*mcp.CallToolResult, any, error) {
		in, err := checked(in)
		if err != nil {
			return nil, nil, err
		}
		return nil, nil, place(&in)
	})
	mcp.AddTool(srv, &mcp.Tool{Name: "create_bill"}, createBill)
	mcp.AddTool(srv, &mcp.Tool{Name: "send_ping"}, func(_ context.Context, _ *mcp.CallToolRequest, in struct{}) (*mcp.CallToolResult, any, error) {
		return nil, in, post("pings", "")
	})
	mcp.AddTool(srv, &mcp.Tool{Name: "send_pong"}, func(_ context.Context, _ *mcp.CallToolRequest, in noneIn) (*mcp.CallToolResult, any, error) {
		return nil, in, post("pongs", "")
	})
	push := func(ctx context.Context, _ *mcp.CallToolRequest, in noteIn) (*mcp.CallToolResult, any, error) {
		return nil, nil, post("pushes", in.Title)
	}
	mcp.AddTool(srv, &mcp.Tool{Name: "push_note"}, logged(push))
	http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
}
